// Draws by WebGL 2 what drawing.wgsl draws by WebGPU, by the same steps.

import { fit } from './drawing.js';

const corners = {
  box: [
    0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3,
    7, 1, 7, 5,
  ],
  tetrahedron: [0, 1, 2, 0, 1, 4, 0, 2, 4, 1, 2, 4],
};

const vertex = (list) => `#version 300 es
const int CORNERS[${list.length}] = int[](${list});
uniform mat4 matrix;
layout(location = 0) in vec4 row0;
layout(location = 1) in vec4 row1;
layout(location = 2) in vec4 row2;
layout(location = 3) in vec4 row3;
out vec3 at;
flat out float mark;
void main() {
  int corner = CORNERS[gl_VertexID];
  vec3 along = vec3(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1);
  at = row0.xyz + along.x * row1.xyz + along.y * row2.xyz + along.z * row3.xyz;
  mark = row0.w;
  gl_Position = matrix * vec4(at, 1.0);
}`;

const fragment = `#version 300 es
precision highp float;
const vec3 SKY = vec3(0.05, 0.075, 0.115);
const vec3 LIGHT = vec3(0.36, 0.85, 0.39);
uniform vec3 eye;
uniform float halfWidth;
in vec3 at;
flat in float mark;
out vec4 shown;
void main() {
  vec3 across = normalize(cross(dFdx(at), dFdy(at)));
  vec3 ray = eye - at;
  vec3 normal = dot(across, ray) > 0.0 ? across : -across;
  vec3 colour = vec3(0.36, 0.49, 0.65);
  colour = mark > 0.5 ? vec3(0.13, 0.34, 0.39) : colour;
  colour = mark > 1.5 ? vec3(1.0, 0.5, 0.2) : colour;
  float glow = mark > 1.5 ? 0.25 : 0.0;
  vec3 lit = colour * (0.3 + glow + 0.7 * max(dot(normal, LIGHT), 0.0));
  float haze = clamp(length(ray) / (6.0 * halfWidth) - 0.1, 0.0, 0.75);
  shown = vec4(mix(lit, SKY, haze), 1.0);
}`;

function build(gl, list) {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex(list)],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`);
  }
  const place = (name) => gl.getUniformLocation(program, name);
  return { program, matrix: place('matrix'), eye: place('eye'), half: place('halfWidth') };
}

// `gone` is called if the context is lost, after which nothing more is drawn.
export function openWebGL(canvas, gone) {
  const gl = canvas.getContext('webgl2');
  if (!gl) return null;
  canvas.addEventListener('webglcontextlost', gone);
  const programs = [corners.box, corners.tetrahedron].map((list) => build(gl, list));
  const rows = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, rows);
  gl.enable(gl.DEPTH_TEST);
  gl.clearColor(0.05, 0.075, 0.115, 1);
  [0, 1, 2, 3].forEach((row) => {
    gl.enableVertexAttribArray(row);
    gl.vertexAttribDivisor(row, 1);
  });
  let uploaded;

  return {
    name: 'WebGL',
    draw(picture, camera) {
      const { eye, columns } = camera.view(picture.half, fit(canvas), -1);
      if (uploaded !== picture) gl.bufferData(gl.ARRAY_BUFFER, picture.numbers, gl.STREAM_DRAW);
      uploaded = picture;
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      const ranges = [
        [36, picture.boxes, 0],
        [12, picture.shapes - picture.boxes, picture.boxes],
      ];
      ranges.forEach(([vertices, instances, first], number) => {
        const { program, matrix, eye: place, half } = programs[number];
        gl.useProgram(program);
        gl.uniformMatrix4fv(matrix, false, columns);
        gl.uniform3fv(place, eye);
        gl.uniform1f(half, picture.half);
        // WebGL draws from the first instance on: the rows of the others begin later.
        [0, 1, 2, 3].forEach((row) => {
          gl.vertexAttribPointer(row, 4, gl.FLOAT, false, 64, 64 * first + 16 * row);
        });
        gl.drawArraysInstanced(gl.TRIANGLES, 0, vertices, instances);
      });
    },
  };
}
