// A camera that circles a room, for both ways to draw.

import { onDrag } from './drag.js';

const TILT = [0.08, 1.4];
const NEAR = 0.02;

export class Camera {
  constructor(canvas) {
    this.angle = 0.6;
    this.tilt = 0.5;
    // In halves of the room's width.
    this.distance = 2.7;
    this.rests = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const look = (x, y) => {
      this.rests = true;
      this.angle -= x;
      this.tilt = Math.min(TILT[1], Math.max(TILT[0], this.tilt + y));
    };
    const come = (ratio) => {
      this.distance = Math.min(6, Math.max(0.3, this.distance * ratio));
    };
    onDrag(canvas, () => {}, (x, y) => look(0.006 * x, 0.006 * y));
    canvas.addEventListener('wheel', (event) => {
      come(Math.exp(0.001 * event.deltaY));
      event.preventDefault();
    });
    const keys = {
      ArrowLeft: () => look(0.08, 0),
      ArrowRight: () => look(-0.08, 0),
      ArrowUp: () => look(0, 0.08),
      ArrowDown: () => look(0, -0.08),
      '+': () => come(0.9),
      '-': () => come(1.1),
    };
    canvas.addEventListener('keydown', (event) => {
      // With these keys they are the browser's.
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      keys[event.key]();
      event.preventDefault();
    });
  }

  // Turns on by itself until somebody looks around.
  wander(seconds) {
    if (!this.rests) this.angle += 0.06 * seconds;
  }

  // The eye, and the matrix from the room to the screen, by columns. The depth of what is seen goes
  // from `nearest` to 1: WebGPU begins at 0, WebGL at -1.
  view(half, ratio, nearest) {
    const [low, far] = [NEAR * half, 10 * half];
    const out = this.distance * half;
    const flat = out * Math.cos(this.tilt);
    const target = [0, 0.5 * half, 0];
    const eye = [flat * Math.sin(this.angle), 0, flat * Math.cos(this.angle)];
    eye[1] = out * Math.sin(this.tilt);
    const back = unit(eye);
    const right = unit(cross([0, 1, 0], back));
    const up = cross(back, right);
    eye.forEach((_, axis) => (eye[axis] += target[axis]));
    // A narrow screen sees as far to its sides as one of four to three.
    const sy = 1.9 * Math.min(1, 0.75 * ratio);
    const sx = sy / ratio;
    const sz = nearest === 0 ? far / (low - far) : (far + low) / (low - far);
    const tz = nearest === 0 ? (far * low) / (low - far) : (2 * far * low) / (low - far);
    const rows = [
      [...right.map((v) => sx * v), -sx * dot(right, eye)],
      [...up.map((v) => sy * v), -sy * dot(up, eye)],
      [...back.map((v) => sz * v), -sz * dot(back, eye) + tz],
      [...back.map((v) => -v), dot(back, eye)],
    ];
    const columns = [0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column]));
    return { eye, columns };
  }
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a) => a.map((v) => v / Math.hypot(...a));
