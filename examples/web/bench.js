// The bench: two shapes, what is known of them, and all that one can do to them.

import init, { PageBench } from './motzkin_page.js';
import { BenchView } from './bench_view.js';
import { onDrag } from './drag.js';
import { list } from './list.js';
import { turned } from './turn.js';

// How far a shape may be from the middle. Twin: REACH of placed.rs.
const REACH = 4;
const AXES = ['x', 'y', 'z'];
const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];

const at = (id) => document.getElementById(id);

export async function startBench(missing) {
  await init({ module_or_path: 'motzkin_page_bg.wasm' });
  const bench = await PageBench.open();
  const canvas = at('bench');
  const view = new BenchView(canvas);
  let table = JSON.parse(PageBench.table());
  let selected = 1;
  let answer;
  // One question is under way at a time; the last change waits.
  let asking = false;
  let changed = false;

  const show = () => {
    if (answer) view.draw(table, answer, selected);
  };
  const ask = async () => {
    changed = true;
    if (asking) return;
    asking = true;
    while (changed) {
      changed = false;
      try {
        answer = JSON.parse(await bench.ask(JSON.stringify(table)));
        tell(answer);
        show();
      } catch (error) {
        missing(`The bench stands still: ${error}.`);
      }
    }
    asking = false;
  };
  const showControls = () => {
    at('time').value = table.time;
    at('time-told').value = table.time.toFixed(3);
    document.querySelectorAll('[name=selected]').forEach((radio) => {
      radio.checked = Number(radio.value) === selected;
    });
    at('kind').value = table.shapes[selected].kind;
    document.querySelectorAll('.velocity').forEach((field, axis) => {
      if (field !== document.activeElement) field.value = table.shapes[selected].velocity[axis];
    });
  };
  const change = (how) => {
    how(table.shapes[selected]);
    at('snapped').textContent = '';
    showControls();
    ask();
  };
  const within = (number, most) => Math.min(most, Math.max(-most, number));
  const move = (way) =>
    change((shape) => {
      shape.at = shape.at.map((number, axis) => within(number + way[axis], REACH));
    });
  const turn = (axis, angle) =>
    change((shape) => {
      shape.turn = turned(shape.turn, axis, angle);
    });
  const pass = (time) =>
    change(() => {
      table.time = Math.min(1, Math.max(0, time));
    });
  const select = (number) => {
    selected = number;
    showControls();
    show();
  };
  const snap = async () => {
    let answered;
    try {
      answered = await bench.snap(JSON.stringify(table));
    } catch (error) {
      missing(`The bench found no contact: ${error}.`);
      return;
    }
    const { table: found, verdict, axis } = JSON.parse(answered);
    change(() => {
      table = found;
    });
    at('snapped').textContent = snappedTo(verdict, axis);
  };

  at('snap').onclick = snap;
  at('again').onclick = () =>
    change(() => {
      table = JSON.parse(PageBench.table());
    });
  at('time').oninput = () => pass(Number(at('time').value));
  at('kind').onchange = () =>
    change((shape) => {
      shape.kind = at('kind').value;
    });
  at('shape').onsubmit = (event) => event.preventDefault();
  document.querySelectorAll('[name=selected]').forEach((radio) => {
    radio.onchange = () => select(Number(radio.value));
  });
  document.querySelectorAll('.velocity').forEach((field, axis) => {
    field.oninput = () =>
      change((shape) => {
        shape.velocity[axis] = within(Number(field.value) || 0, REACH);
      });
  });
  canvas.addEventListener('keydown', (event) => {
    const small = event.shiftKey ? 0.1 : 1;
    const [step, angle] = [0.125 * small, (small * Math.PI) / 12];
    const keys = {
      ArrowLeft: () => move([-step, 0, 0]),
      ArrowRight: () => move([step, 0, 0]),
      ArrowUp: () => move([0, step, 0]),
      ArrowDown: () => move([0, -step, 0]),
      PageUp: () => move([0, 0, -step]),
      PageDown: () => move([0, 0, step]),
      q: () => turn(Y, angle),
      e: () => turn(Y, -angle),
      w: () => turn(X, -angle),
      s: () => turn(X, angle),
      a: () => turn(Z, angle),
      d: () => turn(Z, -angle),
      '[': () => pass(table.time - 0.02),
      ']': () => pass(table.time + 0.02),
      1: () => select(0),
      2: () => select(1),
      t: snap,
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!keys[key] || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[key]();
    event.preventDefault();
  });

  let dragged;
  const begin = (event) => {
    const shape = view.at(event.offsetX, event.offsetY);
    dragged = shape === null ? 'view' : event.shiftKey || at('turning').checked ? 'turn' : 'move';
    if (shape !== null) select(shape);
  };
  onDrag(canvas, begin, (x, y) => {
    if (dragged === 'view') {
      view.look(x, y);
      show();
    } else if (dragged === 'move') {
      move(view.way(x, y));
    } else {
      change((shape) => {
        shape.turn = turned(turned(shape.turn, view.up, 0.01 * x), view.right, 0.01 * y);
      });
    }
  });
  new ResizeObserver(show).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  showControls();
  await ask();
}

function snappedTo(verdict, axis) {
  if (verdict === 'touching') {
    return axis === null ? 'They touch already.' : `Moved along ${AXES[axis]}. They touch, exactly.`;
  }
  return axis === null
    ? 'No way along x, y or z leads to a contact within reach.'
    : `Moved along ${AXES[axis]}. The contact lies between two neighbours of the grid of 2^-20: ` +
        'here the shapes are separate, and one step further they overlap.';
}

function tell(answer) {
  const verdict = at('verdict');
  if (verdict.value !== answer.verdict) {
    verdict.value = answer.verdict;
    verdict.className = answer.verdict;
  }
  const number = (value) => (value === 0 ? '0' : Number(value.toPrecision(7)).toString());
  const point = (values) => values.map((value) => value.toFixed(4)).join(', ');
  const rows = [];
  if (answer.axis) rows.push(['axis', point(answer.axis)]);
  if (answer.depth !== null) {
    rows.push([answer.verdict === 'separate' ? 'gap' : 'depth', number(answer.depth)]);
  }
  if (answer.distance !== null) rows.push(['distance', number(answer.distance)]);
  if (answer.witness) rows.push(['common point', point(answer.witness)]);
  rows.push(['in motion', answer.moving]);
  const [first, last] = answer.contact ?? [0, 0];
  if (answer.contact) rows.push(['contact', `${number(first)} to ${number(last)}`]);
  list(at('details'), rows);
  const bar = at('contact').firstElementChild;
  bar.style.left = `${100 * first}%`;
  bar.style.width = answer.contact ? `max(2px, ${100 * (last - first)}%)` : '0';
}
