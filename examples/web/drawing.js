// Draws frames from their rows: by WebGPU where there is a device, else by WebGL.

import { openWebGL } from './drawing_webgl.js';
import { openWebGPU } from './drawing_webgpu.js';

// What a page's canvas is drawn with: at most so many points on the screen for one of the page.
const SHARPEST = 2;

// The size that the canvas has on the screen. Returns width over height.
export function fit(canvas) {
  const scale = Math.min(SHARPEST, devicePixelRatio);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) =>
    Math.max(1, Math.round(scale * length)),
  );
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  return width / height;
}

// `by` may ask for one of the two by its name. `missing` is told what the canvas does not show.
export async function openDrawing(canvas, adapter, by, missing) {
  // A browser that draws in software shows WebGL sooner.
  const software = adapter?.info?.isFallbackAdapter ?? adapter?.isFallbackAdapter;
  const gone = () => missing('The picture stands still: the device that draws it is lost.');
  if (adapter && (by === 'webgpu' || (by !== 'webgl' && !software))) {
    try {
      return await openWebGPU(canvas, adapter, gone);
    } catch (error) {
      missing(`WebGPU does not draw: ${error.message}.`);
    }
  }
  try {
    const drawing = openWebGL(canvas, gone);
    if (drawing) return drawing;
    missing('There is no WebGL either: the room is computed and not drawn.');
  } catch (error) {
    missing(`WebGL does not draw either: ${error.message}.`);
  }
  return null;
}
