// Draws by WebGPU: a frame is an instance, its rows are attributes.

import { fit } from './drawing.js';

const DEPTH = 'depth24plus';
const ROW = 16;

const format = () => navigator.gpu.getPreferredCanvasFormat();

// `gone` is called if the device is lost, after which nothing more is drawn.
export async function openWebGPU(canvas, adapter, gone) {
  const device = await adapter.requestDevice();
  try {
    const pipelines = await pipelinesOf(device);
    // A canvas never changes the kind of its context: it is taken when all else is there.
    const context = canvas.getContext('webgpu');
    context.configure({ device, format: format(), alphaMode: 'opaque' });
    return drawingOf(canvas, context, device, pipelines, gone);
  } catch (error) {
    device.destroy();
    throw error;
  }
}

async function pipelinesOf(device) {
  const found = await fetch('drawing.wgsl');
  if (!found.ok) throw new Error(`drawing.wgsl: ${found.status}`);
  const module = device.createShaderModule({ label: 'drawing', code: await found.text() });
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
      fragment: { module, entryPoint: 'shade', targets: [{ format: format() }] },
      depthStencil: { format: DEPTH, depthCompare: 'less', depthWriteEnabled: true },
    }),
  );
  return Promise.all(built);
}

function drawingOf(canvas, context, device, pipelines, gone) {
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
    gone();
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
