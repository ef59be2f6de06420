//! The window: a frame for every refresh.

use crate::gpu::Gpu;
use crate::show::Show;
use motzkin::wgpu;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window, WindowId};

/// Opens the window and returns when it is closed.
pub fn run(boxes: u32, adapter: &str) -> Result<(), Box<dyn Error>> {
    let no_display = |error| format!("no window: {error} (--frames and --out draw without one)");
    let events = EventLoop::new().map_err(no_display)?;
    let display = Box::new(events.owned_display_handle());
    let instance =
        wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display));
    let mut app = App { boxes, adapter: adapter.into(), instance, open: None, failure: None };
    events.run_app(&mut app)?;
    app.failure.map_or(Ok(()), Err)
}

struct App {
    boxes: u32,
    adapter: String,
    instance: wgpu::Instance,
    open: Option<Open>,
    /// What ended the loop, if it was no wish of the user.
    failure: Option<Box<dyn Error>>,
}

/// What there is once there is a window.
struct Open {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    show: Show,
    number: u32,
    /// When the title last changed, and the frame that was due then.
    title: (Instant, u32),
}

impl App {
    fn open(&self, events: &ActiveEventLoop) -> Result<Open, Box<dyn Error>> {
        let size = winit::dpi::LogicalSize::new(1280.0, 720.0);
        let attributes =
            Window::default_attributes().with_title("motzkin renderer").with_inner_size(size);
        let window = Arc::new(events.create_window(attributes)?);
        let surface = self.instance.create_surface(window.clone())?;
        let gpu = Gpu::open(&self.instance, Some(&surface), &self.adapter)?;
        let [width, height] = window.inner_size().into();
        let mut config = surface
            .get_default_config(&gpu.adapter, u32::max(width, 1), u32::max(height, 1))
            .ok_or("the adapter cannot draw in this window")?;
        let formats = surface.get_capabilities(&gpu.adapter).formats;
        config.format =
            formats.into_iter().find(|format| format.is_srgb()).unwrap_or(config.format);
        config.present_mode = wgpu::PresentMode::AutoVsync;
        surface.configure(&gpu.device, &config);
        let show = Show::new(gpu, self.boxes, config.format, [config.width, config.height])?;
        window.request_redraw();
        Ok(Open { window, surface, config, show, number: 0, title: (Instant::now(), 0) })
    }
}

impl Open {
    fn resize(&mut self, size: [u32; 2]) {
        let device = &self.show.gpu.device;
        // A minimised window has no pixels, a wall of screens more than a texture.
        let size = size.map(|side| side.clamp(1, device.limits().max_texture_dimension_2d));
        [self.config.width, self.config.height] = size;
        self.surface.configure(device, &self.config);
        self.show.resize(size);
    }

    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        use wgpu::CurrentSurfaceTexture::{Occluded, Outdated, Suboptimal, Success, Timeout};
        let current = self.surface.get_current_texture();
        let fits_no_more = matches!(current, Suboptimal(_));
        match current {
            Success(picture) | Suboptimal(picture) => {
                self.show.draw(self.number, &picture.texture.create_view(&Default::default()))?;
                self.window.pre_present_notify();
                self.show.gpu.queue.present(picture);
                self.number += 1;
                if fits_no_more {
                    self.resize(self.window.inner_size().into());
                }
            }
            Outdated => self.resize(self.window.inner_size().into()),
            // It is drawn again when it is seen again.
            Occluded => return Ok(()),
            Timeout => {}
            lost => return Err(format!("the window's surface: {lost:?}").into()),
        }
        let (since, first) = self.title;
        let seconds = since.elapsed().as_secs_f32();
        if seconds >= 1.0 {
            let rate = (self.number - first) as f32 / seconds;
            let (boxes, name) = (self.show.world.boxes, self.show.gpu.name());
            self.window.set_title(&format!("{boxes} boxes, {rate:.0} frames a second on {name}"));
            self.title = (Instant::now(), self.number);
        }
        self.window.request_redraw();
        Ok(())
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        match self.open(events) {
            Ok(open) => self.open = Some(open),
            Err(error) => {
                self.failure = Some(error);
                events.exit();
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::KeyboardInput { event, .. }
                if event.logical_key == Key::Named(NamedKey::Escape) =>
            {
                events.exit();
            }
            WindowEvent::Resized(size) => open.resize(size.into()),
            WindowEvent::Occluded(false) => open.window.request_redraw(),
            WindowEvent::RedrawRequested => {
                if let Err(error) = open.draw() {
                    self.failure = Some(error);
                    events.exit();
                }
            }
            _ => {}
        }
    }
}
