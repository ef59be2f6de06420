// What the page consists of, and what this browser lacks of it.

import { startBench } from './bench.js';
import { startRoom } from './room.js';

const notice = document.getElementById('notice');

// One sentence for each thing that is missing. What is left works without it.
function missing(words) {
  if (notice.textContent.includes(words)) return;
  notice.textContent = [notice.textContent, words].filter(Boolean).join(' ');
}

// A browser may know WebGPU and have no adapter for it.
const adapter = await navigator.gpu?.requestAdapter();
if (!adapter) {
  document.querySelector('#engine [value=gpu]').disabled = true;
  missing('This browser has no WebGPU here: the CPU computes, with the same answers.');
}
const room = startRoom(adapter, missing).catch((error) => missing(`The room fails: ${error}.`));
const bench = startBench(missing).catch((error) => missing(`The bench fails: ${error}.`));
await Promise.all([room, bench]);
