// Draws a room by WebGPU to a texture, and counts what shines. Software cannot show a canvas of WebGPU
// in every browser; what is drawn there can be read.
(async () => {
  const { openWebGPU } = await import('./drawing_webgpu.js');
  const { Camera } = await import('./camera.js');
  const { default: init, PageWorld } = await import('./motzkin_page.js');
  await init({ module_or_path: 'motzkin_page_bg.wasm' });
  const world = await PageWorld.open('cpu', 1000, 2019n);
  const counts = JSON.parse(await world.step(0.01));
  const [width, height] = [512, 384];
  const size = [width, height];
  const lent = {};
  const canvas = Object.assign(document.createElement('div'), {
    getContext: () => ({
      configure({ device, format }) {
        const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
        Object.assign(lent, { device, format, texture: device.createTexture({ size, format, usage }) });
      },
      getCurrentTexture: () => lent.texture,
    }),
  });
  for (const [name, value] of [['clientWidth', width], ['clientHeight', height]]) {
    Object.defineProperty(canvas, name, { value });
  }
  const drawing = await openWebGPU(canvas, await navigator.gpu.requestAdapter());
  const { device, texture, format } = lent;
  const picture = {
    numbers: world.picture(), boxes: world.boxes(), shapes: counts.shapes, half: world.half(),
  };
  device.pushErrorScope('validation');
  drawing.draw(picture, new Camera(canvas));
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
  const buffer = device.createBuffer({ size: 4 * width * height, usage });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: 4 * width }, size);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(GPUMapMode.READ);
  const data = new Uint8Array(buffer.getMappedRange());
  const [red, blue] = format.startsWith('bgra') ? [2, 0] : [0, 2];
  let [warm, cold] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + red] > data[i + blue] + 60) warm += 1;
    if (data[i + blue] > data[i + red] + 25 && data[i + blue] > 60) cold += 1;
  }
  return [warm, cold];
})()
