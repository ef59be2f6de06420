//! What is seen: shapes that shine, a small screen, the order of tabs, pictures.

use super::base64;
use crate::devtools::{Tab, Told};
use serde_json::{Value, json};
use std::path::Path;

/// Shapes that overlap are drawn in their colour, and others beside them.
pub fn shines(tab: &mut Tab) -> Told<String> {
    tab.value("document.getElementById('room').scrollIntoView()")?;
    tab.wait("document.getElementById('room').dataset.drawing !== undefined")?;
    let name = tab.text("document.getElementById('room').dataset.drawing")?;
    // The canvas has its picture while it is drawn, after the page's own callback of a frame, and
    // it is not drawn in every frame: on a busy machine in few of them.
    let counted = tab.value(
        "(async () => {
           const room = document.getElementById('room');
           let [warm, cold] = [0, 0];
           const end = performance.now() + 20000;
           while (warm === 0 && performance.now() < end) {
             await new Promise(requestAnimationFrame);
             const { width, height } = room;
             const context = new OffscreenCanvas(width, height).getContext('2d');
             context.drawImage(room, 0, 0);
             const { data } = context.getImageData(0, 0, width, height);
             for (let i = 0; i < data.length; i += 4) {
               if (data[i] > data[i + 2] + 60) warm += 1;
               if (data[i + 2] > data[i] + 25 && data[i + 2] > 60) cold += 1;
             }
           }
           return [warm, cold];
         })()",
    )?;
    enough(&name, counted)
}

/// The same, where the canvas need not be shown.
pub fn webgpu_draws(tab: &mut Tab) -> Told<String> {
    let counted = tab.value(include_str!("offscreen.js"))?;
    enough("WebGPU", counted)
}

fn enough(name: &str, counted: Value) -> Told<String> {
    let [warm, cold]: [u32; 2] = serde_json::from_value(counted)?;
    if warm < 50 || cold < 500 {
        return Err(format!("{name}: {warm} points that shine, {cold} that do not").into());
    }
    Ok(format!("{warm} points shine, {cold} do not, by {name}"))
}

/// On the smallest screens nothing is wider than the screen.
pub fn small_screen(tab: &mut Tab) -> Told<String> {
    screen(tab, [320, 640])?;
    let widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";
    let [needed, there]: [u32; 2] = serde_json::from_value(tab.value(widths)?)?;
    tab.call("Emulation.clearDeviceMetricsOverride", json!({}))?;
    if needed > there { Err(format!("{needed} wide").into()) } else { Ok(format!("{needed} wide")) }
}

/// One comes to everything by the tabulator, in the order of the page.
pub fn tabs(tab: &mut Tab) -> Told<String> {
    tab.value("document.getElementById('room').focus()")?;
    let mut seen = Vec::new();
    for _ in 0..16 {
        seen.push(tab.text("document.activeElement.id || document.activeElement.className")?);
        tab.press("Tab", 9)?;
    }
    let wanted = [
        "room", "engine", "shapes", "adapt", "run", "bench", "time", "snap", "again", "",
        "turning", "kind", "velocity", "velocity", "velocity",
    ];
    if seen[..wanted.len()] != wanted { Err(format!("{seen:?}").into()) } else { Ok("all".into()) }
}

/// Takes pictures of the page as it is: light and dark, wide and narrow.
pub fn pictures(tab: &mut Tab, folder: &Path) -> Told<()> {
    tab.value("scrollTo(0, 0); document.getElementById('snap').click()")?;
    for (name, size, scheme) in [
        ("page.png", [920, 1200], "dark"),
        ("page-light.png", [920, 1200], "light"),
        ("page-small.png", [320, 1800], "light"),
    ] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        tab.call("Emulation.setEmulatedMedia", features)?;
        screen(tab, size)?;
        tab.value("new Promise((go) => setTimeout(go, 1500))")?;
        let path = folder.join(name);
        std::fs::write(&path, base64::decoded(&tab.picture()?))?;
        println!("{}", path.display());
    }
    Ok(())
}

fn screen(tab: &mut Tab, [width, height]: [u32; 2]) -> Told<()> {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    tab.call("Emulation.setDeviceMetricsOverride", size)?;
    Ok(())
}
