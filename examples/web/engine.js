// The worker that computes the room, so that the page goes on meanwhile. It is told `open`, `fill`,
// `run` and `draw`, and tells `opened`, `step` and `failed`.

import init, { PageWorld } from './motzkin_page.js';

const SEED = 2019n;

// Steps are at most so many a second: a display shows no more.
const MOST = 60;

// A step takes no more than this, in the time of the room, however long it took to compute.
const LONGEST = 1 / 20;

let world;
let running = false;
let wanted = false;
// What was told and must wait until no step is under way.
const told = [];

// A timer of a page ends some milliseconds late; a message comes at once.
const channel = new MessageChannel();
function rest(milliseconds) {
  return new Promise((go) => {
    if (milliseconds > 1) {
      setTimeout(go, milliseconds);
    } else {
      channel.port1.onmessage = go;
      channel.port2.postMessage(0);
    }
  });
}

const deeds = {
  async open({ engine, shapes }) {
    const opened = await PageWorld.open(engine, shapes, SEED);
    world?.free();
    world = opened;
    postMessage({ kind: 'opened', engine: world.engine(), reason: world.reason() });
  },
  fill({ shapes }) {
    world?.fill(shapes, SEED);
  },
  run({ on }) {
    running = on;
  },
};

async function step(seconds) {
  const counts = JSON.parse(await world.step(seconds));
  // Steps are counted by this clock: the page may be busy when the word comes.
  const word = { kind: 'step', counts, now: performance.now() };
  const passed = [];
  if (wanted) {
    wanted = false;
    const numbers = world.picture();
    word.picture = { numbers, boxes: world.boxes(), shapes: counts.shapes, half: world.half() };
    passed.push(numbers.buffer);
  }
  postMessage(word, passed);
}

async function work() {
  await init({ module_or_path: 'motzkin_page_bg.wasm' });
  let before = performance.now();
  for (;;) {
    const begun = performance.now();
    try {
      while (told.length > 0) {
        const word = told.shift();
        await deeds[word.kind](word);
      }
      if (running && world) await step(Math.min((begun - before) / 1000, LONGEST));
    } catch (error) {
      running = false;
      postMessage({ kind: 'failed', message: String(error) });
    }
    before = begun;
    await rest(1000 / MOST - (performance.now() - begun));
  }
}

onmessage = ({ data }) => {
  if (data.kind === 'draw') wanted = true;
  else told.push(data);
};

work().catch((error) => postMessage({ kind: 'failed', message: String(error) }));
