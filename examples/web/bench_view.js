// Two shapes on a canvas, seen from far away: faces from back to front.

import { fit } from './drawing.js';

// Units of the bench that are seen, across and up.
const SEEN = [6.5, 4.2];

// Corners by the edges that lead to them, bit i for edge i.
const BOX = [
  [0, 1, 3, 2],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 3, 7, 5],
];
const TETRAHEDRON = [
  [0, 1, 2],
  [0, 1, 4],
  [0, 2, 4],
  [1, 2, 4],
];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b, by = 1) => a.map((number, axis) => number + by * b[axis]);
const mean = (points) =>
  points.reduce((sum, point) => plus(sum, point, 1 / points.length), [0, 0, 0]);

export class BenchView {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.yaw = -0.35;
    this.pitch = 0.4;
    this.faces = [];
    this.aim();
  }

  // Looks from elsewhere.
  look(x, y) {
    this.yaw -= 0.008 * x;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + 0.008 * y));
    this.aim();
  }

  aim() {
    const [sy, cy, sp, cp] = [this.yaw, this.pitch].flatMap((a) => [Math.sin(a), Math.cos(a)]);
    this.right = [cy, 0, -sy];
    this.up = [-sy * sp, cp, -cy * sp];
    this.back = [sy * cp, sp, cy * cp];
  }

  // Points of the page for one unit.
  get scale() {
    return Math.min(this.canvas.clientWidth / SEEN[0], this.canvas.clientHeight / SEEN[1]);
  }

  // Where a point is on the canvas.
  place(point) {
    const { clientWidth, clientHeight } = this.canvas;
    return [
      clientWidth / 2 + this.scale * dot(this.right, point),
      clientHeight / 2 - this.scale * dot(this.up, point),
    ];
  }

  // The way of so many points of the page, in the plane of two axes that faces the eye most.
  way(x, y) {
    const depth = [0, 1, 2].reduce((most, axis) =>
      Math.abs(this.back[axis]) > Math.abs(this.back[most]) ? axis : most,
    );
    const [i, j] = [0, 1, 2].filter((axis) => axis !== depth);
    const [across, rising] = [x / this.scale, -y / this.scale];
    const { right, up } = this;
    const whole = right[i] * up[j] - right[j] * up[i];
    const way = [0, 0, 0];
    way[i] = (across * up[j] - right[j] * rising) / whole;
    way[j] = (right[i] * rising - across * up[i]) / whole;
    return way;
  }

  // The shape that is seen there, or null.
  at(x, y) {
    this.context.resetTransform();
    const found = this.faces.findLast(({ path }) => this.context.isPointInPath(path, x, y));
    return found ? found.shape : null;
  }

  draw(table, answer, selected) {
    const { context, canvas } = this;
    fit(canvas);
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(`--${name}`);
    const sharp = canvas.width / canvas.clientWidth;
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    this.faces = answer.frames.flatMap((rows, shape) =>
      this.facesOf(rows, table.shapes[shape].kind, shape),
    );
    this.faces.sort((a, b) => a.depth - b.depth);
    context.lineJoin = 'round';
    for (const { path, shape, light } of this.faces) {
      context.globalAlpha = 0.62;
      context.fillStyle = mixed(colour(answer.verdict), light, colour('panel'));
      context.fill(path);
      context.globalAlpha = 1;
      context.lineWidth = shape === selected ? 2.5 : 1;
      context.strokeStyle = colour(shape === selected ? 'text' : 'faint');
      context.stroke(path);
    }
    context.strokeStyle = colour('text');
    context.fillStyle = colour('text');
    context.lineWidth = 1.5;
    table.shapes.forEach(({ velocity }, shape) => {
      if (dot(velocity, velocity) > 0) {
        const from = centre(answer.frames[shape], table.shapes[shape].kind);
        this.arrow(from, plus(from, velocity, 0.25));
      }
    });
    if (answer.nearest) {
      context.setLineDash([4, 4]);
      this.line(...answer.nearest);
      context.setLineDash([]);
      answer.nearest.forEach((point) => this.dot(point));
    }
    if (answer.witness) this.dot(answer.witness);
    // For whoever drives the page by a program.
    canvas.dataset.centres = JSON.stringify(
      table.shapes.map(({ kind }, shape) => this.place(centre(answer.frames[shape], kind))),
    );
  }

  facesOf(rows, kind, shape) {
    const faces = kind === 'tetrahedron' ? TETRAHEDRON : BOX;
    return faces.map((numbers) => {
      const points = numbers.map((number) => corner(rows, number));
      const path = new Path2D();
      points.forEach((point) => path.lineTo(...this.place(point)));
      path.closePath();
      const way = mean(points);
      const out = plus(way, centre(rows, kind), -1);
      const light = 0.5 + (0.5 * dot(out, [0.3, 0.9, 0.4])) / Math.hypot(...out);
      return { path, shape, light, depth: dot(this.back, way) };
    });
  }

  line(from, to) {
    this.context.beginPath();
    this.context.moveTo(...this.place(from));
    this.context.lineTo(...this.place(to));
    this.context.stroke();
  }

  arrow(from, to) {
    this.line(from, to);
    const [[x, y], [ex, ey]] = [this.place(from), this.place(to)];
    const angle = Math.atan2(ey - y, ex - x);
    this.context.beginPath();
    for (const [length, side] of [[0, 0], [10, 0.4], [10, -0.4]]) {
      this.context.lineTo(ex - length * Math.cos(angle + side), ey - length * Math.sin(angle + side));
    }
    this.context.fill();
  }

  dot(point) {
    this.context.beginPath();
    this.context.arc(...this.place(point), 4, 0, 2 * Math.PI);
    this.context.fill();
  }
}

function corner(rows, number) {
  return rows
    .slice(1)
    .reduce((sum, edge, bit) => plus(sum, edge, (number >> bit) & 1), rows[0].slice(0, 3));
}

function centre(rows, kind) {
  const numbers = kind === 'tetrahedron' ? [0, 1, 2, 4] : [0, 7];
  return mean(numbers.map((number) => corner(rows, number)));
}

// So much of a colour, the rest of another.
function mixed(colour, much, other) {
  return `color-mix(in srgb, ${colour} ${Math.round(35 + 60 * much)}%, ${other})`;
}
