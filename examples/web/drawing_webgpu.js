// Draws by WebGPU: a frame is an instance, its rows are attributes.

import { fit } from './drawing.js';

const DEPTH = 'depth24plus';
const ROW = 16;

export async function openWebGPU(canvas, adapter) {
  const device = await adapter.requestDevice();
  const text = await (await fetch('drawing.wgsl')).text();
  const module = device.createShaderModule({ label: 'drawing', code: text });
  const context = canvas.getContext('webgpu');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'opaque' });
  const attributes = [0, 1, 2, 3].map((shaderLocation) => ({
    shaderLocation,
    format: 'float32x4',
    offset: ROW * shaderLocation,
  }));
  const buffers = [{ arrayStride: 4 * ROW, stepMode: 'instance', attributes }];
  const built = ['box', 'tetrahedron'].map((entryPoint) =>
    device.createRenderPipelineAsync({
      layout: 'auto',
      vertex: { module, entryPoint, buffers },
      fragment: { module, entryPoint: 'shade', targets: [{ format }] },
      depthStencil: { format: DEPTH, depthCompare: 'less', depthWriteEnabled: true },
    }),
  );
  const pipelines = await Promise.all(built);
  const { UNIFORM, VERTEX, COPY_DST } = GPUBufferUsage;
  const uniforms = device.createBuffer({ size: 20 * 4, usage: UNIFORM | COPY_DST });
  const groups = pipelines.map((pipeline) =>
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: uniforms } }],
    }),
  );
  let rows;
  let depth;
  let uploaded;
  let lost = false;
  device.lost.then(() => {
    lost = true;
  });

  const upload = ({ numbers }) => {
    if (!rows || rows.size < numbers.byteLength) {
      rows?.destroy();
      rows = device.createBuffer({ size: numbers.byteLength, usage: VERTEX | COPY_DST });
    }
    device.queue.writeBuffer(rows, 0, numbers);
  };

  return {
    name: 'WebGPU',
    draw(picture, camera) {
      if (lost) return;
      const { eye, columns } = camera.view(picture.half, fit(canvas), 0);
      if (uploaded !== picture) upload(picture);
      uploaded = picture;
      device.queue.writeBuffer(uniforms, 0, new Float32Array([...columns, ...eye, picture.half]));
      if (depth?.width !== canvas.width || depth?.height !== canvas.height) {
        depth?.destroy();
        const size = [canvas.width, canvas.height];
        const usage = GPUTextureUsage.RENDER_ATTACHMENT;
        depth = device.createTexture({ size, format: DEPTH, usage });
      }
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginRenderPass({
        colorAttachments: [
          {
            view: context.getCurrentTexture().createView(),
            clearValue: [0.05, 0.075, 0.115, 1],
            loadOp: 'clear',
            storeOp: 'store',
          },
        ],
        depthStencilAttachment: {
          view: depth.createView(),
          depthClearValue: 1,
          depthLoadOp: 'clear',
          depthStoreOp: 'discard',
        },
      });
      pass.setVertexBuffer(0, rows);
      const ranges = [
        [36, picture.boxes, 0],
        [12, picture.shapes - picture.boxes, picture.boxes],
      ];
      ranges.forEach(([vertices, instances, first], number) => {
        pass.setPipeline(pipelines[number]);
        pass.setBindGroup(0, groups[number]);
        pass.draw(vertices, instances, 0, first);
      });
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
  };
}
