// The room of tumbling shapes: its worker, its numbers and its controls.

import { Camera } from './camera.js';
import { openDrawing } from './drawing.js';
import { list } from './list.js';

const LEAST = 500;
const MOST = 100_000;

// The room has as many shapes as make about so many steps a second.
const AIM = 30;

// So many milliseconds from a picture to the next are many.
const SLOW = 50;

const at = (id) => document.getElementById(id);

// The slider goes from the least to the most in equal ratios, to two digits.
const ofSlider = (value) => {
  const exact = LEAST * (MOST / LEAST) ** (value / 100);
  const unit = 10 ** Math.floor(Math.log10(exact) - 1);
  return Math.min(MOST, Math.round(exact / unit) * unit);
};
const toSlider = (shapes) => (100 * Math.log(shapes / LEAST)) / Math.log(MOST / LEAST);

export async function startRoom(adapter, missing) {
  const asked = new URLSearchParams(location.search);
  const canvas = at('room');
  const camera = new Camera(canvas);
  const worker = new Worker('engine.js', { type: 'module' });
  let shapes = Math.min(MOST, Math.max(1, Math.floor(Number(asked.get('shapes')) || 5000)));
  let running = true;
  // More than this many were too slow.
  let ceiling = MOST;
  let told;
  let picture;
  // The choice that the engine is opened for, and what is known of the one that runs.
  let asking;
  let current = null;
  let failing = false;

  const showShapes = () => {
    at('shapes').value = toSlider(shapes);
    at('shapes-told').value = shapes.toLocaleString('en');
  };
  const forget = () => {
    told = { steps: 0, since: null, times: new Map() };
  };
  const fill = (number) => {
    shapes = number;
    showShapes();
    worker.postMessage({ kind: 'fill', shapes });
    forget();
  };
  const open = (engine) => {
    at('engine').value = engine;
    at('told').textContent = 'The engine starts ...';
    asking = engine;
    failing = false;
    worker.postMessage({ kind: 'open', engine, shapes });
    ceiling = MOST;
    forget();
  };
  const run = (on) => {
    running = on;
    at('run').textContent = on ? 'Pause' : 'Go on';
    at('run').setAttribute('aria-pressed', String(on));
    if (on && failing && current) at('told').textContent = current.words;
    worker.postMessage({ kind: 'run', on });
    forget();
  };

  const adapt = (rate) => {
    if (!at('adapt').checked || !running) return;
    if (rate < 0.9 * AIM && shapes > LEAST) {
      ceiling = Math.max(LEAST, Math.round(shapes / 2));
      fill(ceiling);
    } else if (rate > 1.6 * AIM && shapes < ceiling) {
      fill(Math.min(ceiling, 2 * shapes));
    }
  };

  const hear = {
    opened({ engine, reason }) {
      const name = engine === 'gpu' ? 'WebGPU' : 'The CPU, in WebAssembly';
      current = { choice: asking, words: `${name}: ${reason}.` };
      at('told').textContent = current.words;
      at('told').dataset.engine = engine;
      forget();
    },
    failed({ message }) {
      run(false);
      failing = true;
      at('told').textContent = `The room stands still: ${message}.`;
      // An engine that does not open leaves the one before.
      if (current) at('engine').value = current.choice;
    },
    step(word) {
      picture = word.picture ?? picture;
      if (word.counts.shapes !== shapes) return;
      // The first step is the beginning.
      if (told.since === null) {
        told.since = word.now;
        return;
      }
      told.steps += 1;
      for (const [stage, time] of [...word.counts.stages, ['whole', word.counts.whole]]) {
        told.times.set(stage, (told.times.get(stage) ?? 0) + time);
      }
      const seconds = (word.now - told.since) / 1000;
      if (seconds < 1) return;
      const rate = told.steps / seconds;
      showCounts(word.counts, rate);
      showStages(told);
      told = { steps: 0, since: word.now, times: new Map() };
      adapt(rate);
    },
  };
  worker.onmessage = ({ data }) => hear[data.kind](data);
  worker.onerror = (event) => hear.failed({ message: event.message ?? 'the worker has no program' });

  at('engine').onchange = () => {
    open(at('engine').value);
    run(true);
  };
  at('shapes').oninput = () => {
    at('adapt').checked = false;
    fill(ofSlider(Number(at('shapes').value)));
  };
  at('adapt').onchange = () => {
    ceiling = MOST;
  };
  at('run').onclick = () => run(!running);
  canvas.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    run(!running);
    event.preventDefault();
  });
  at('controls').onsubmit = (event) => event.preventDefault();

  if (asked.has('shapes')) at('adapt').checked = false;
  showShapes();
  open(asked.get('engine') ?? (adapter ? 'auto' : 'cpu'));
  run(true);
  const by = asked.get('draw');
  if (by === 'no') return;
  const drawing = await openDrawing(canvas, adapter, by, missing);
  canvas.dataset.drawing = drawing?.name ?? 'nothing';
  worker.postMessage({ kind: 'draw' });
  let last = performance.now();
  let next = last;
  const draw = (now) => {
    const took = now - last;
    camera.wander(took / 1000);
    last = now;
    // Drawing that is slow, in software, gets half of the time at most.
    if (took > SLOW) next = now + took;
    if (picture && drawing && now >= next) {
      drawing.draw(picture, camera);
      // A picture asks for the next one once, and in a pause only when it ends.
      if (running && !picture.asked) {
        worker.postMessage({ kind: 'draw' });
        picture.asked = true;
      }
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

function showCounts(counts, rate) {
  const whole = (number) => number.toLocaleString('en');
  const rows = [
    ['steps a second', rate.toFixed(1)],
    ['pairs of boxes that meet', whole(counts.candidates)],
    ['pairs that meet', whole(counts.hits)],
    ['of these touching', whole(counts.touching)],
    ['settled exactly', whole(counts.settled)],
  ];
  if (counts.engine === 'cpu' && at('told').dataset.engine === 'gpu') {
    rows.push(['the GPU failed', 'the CPU took over']);
  }
  list(at('counts'), rows);
}

function showStages({ times, steps }) {
  at('stages').replaceChildren(
    ...[...times].map(([stage, time]) => {
      const row = document.createElement('tr');
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = stage;
      row.append(head);
      row.insertCell().textContent = (time / steps).toFixed(2);
      return row;
    }),
  );
}
