//! The bench: what a pointer, keys and buttons do to two shapes.

use crate::devtools::{Tab, Told};

/// Waits for a verdict.
fn verdict(tab: &mut Tab, wanted: &str) -> Told<()> {
    tab.wait(&format!("document.getElementById('verdict').value === '{wanted}'"))
}

/// Puts the shapes back, and says where both are in the window.
fn start(tab: &mut Tab) -> Told<[[f64; 2]; 2]> {
    tab.wait("document.getElementById('bench').dataset.centres !== undefined")?;
    tab.value("document.getElementById('bench').scrollIntoView({ block: 'center' })")?;
    tab.value("document.getElementById('again').click()")?;
    verdict(tab, "separate")?;
    let places = tab.value(
        "(() => {
           const canvas = document.getElementById('bench');
           const { left, top } = canvas.getBoundingClientRect();
           const centres = JSON.parse(canvas.dataset.centres);
           return centres.map(([x, y]) => [left + 1 + x, top + 1 + y]);
         })()",
    )?;
    Ok(serde_json::from_value(places)?)
}

/// A name and its value in the list of details.
fn detail(tab: &mut Tab, name: &str) -> Told<Option<String>> {
    let value = tab.value(&format!(
        "[...document.querySelectorAll('#details dt')]\
         .find((dt) => dt.textContent === '{name}')?.nextSibling.textContent ?? null"
    ))?;
    Ok(value.as_str().map(str::to_owned))
}

/// The second shape onto the first one, and back.
pub fn dragging(tab: &mut Tab) -> Told<String> {
    let [first, second] = start(tab)?;
    let gap = detail(tab, "gap")?.ok_or("separate shapes have no gap")?;
    tab.drag(second, first)?;
    verdict(tab, "overlapping")?;
    let depth = detail(tab, "depth")?.ok_or("overlapping shapes have no depth")?;
    tab.drag(first, second)?;
    verdict(tab, "separate")?;
    Ok(format!("a gap of {gap}, then a depth of {depth}"))
}

/// Dragging with the box ticked turns the shape and leaves it where it is.
pub fn turning(tab: &mut Tab) -> Told<String> {
    let [_, [x, y]] = start(tab)?;
    let gap = detail(tab, "gap")?;
    tab.value("document.getElementById('turning').click()")?;
    tab.drag([x, y], [x + 60.0, y + 20.0])?;
    tab.value("document.getElementById('turning').click()")?;
    let turned = detail(tab, "gap")?;
    if turned == gap {
        return Err(format!("the gap is still {gap:?}").into());
    }
    start(tab)?;
    Ok(format!("{} after {}", turned.unwrap_or_default(), gap.unwrap_or_default()))
}

/// Two shapes that touch, exactly, and for ever.
pub fn snapping(tab: &mut Tab) -> Told<String> {
    start(tab)?;
    for said in ["exactly", "already"] {
        tab.value("document.getElementById('snap').click()")?;
        verdict(tab, "touching")?;
        tab.wait(&format!("document.getElementById('snapped').textContent.includes('{said}')"))?;
    }
    let depth = detail(tab, "depth")?;
    if depth.as_deref() != Some("0") {
        return Err(format!("they touch, with a depth of {depth:?}").into());
    }
    tab.text("document.getElementById('snapped').textContent")
}

/// Every key that moves a shape, and the one that snaps it.
pub fn keys(tab: &mut Tab) -> Told<String> {
    start(tab)?;
    tab.value("document.getElementById('bench').focus()")?;
    tab.press("t", 84)?;
    verdict(tab, "touching")?;
    for (key, code, wanted) in [
        ("ArrowLeft", 37, "overlapping"),
        ("ArrowRight", 39, "touching"),
        ("ArrowRight", 39, "separate"),
    ] {
        tab.press(key, code)?;
        verdict(tab, wanted)?;
    }
    // The first shape goes after it.
    tab.press("1", 49)?;
    tab.press("ArrowRight", 39)?;
    verdict(tab, "touching")?;
    // Each key turns the second one out of the contact, and its neighbour turns it back.
    tab.press("2", 50)?;
    let pairs = [("q", 81), ("e", 69), ("w", 87), ("s", 83), ("a", 65), ("d", 68)];
    for [(there, code), (back, other)] in [0, 2, 4].map(|i| [pairs[i], pairs[i + 1]]) {
        tab.press(there, code)?;
        tab.wait("document.getElementById('verdict').value !== 'touching'")?;
        tab.press(back, other)?;
        tab.press("t", 84)?;
        verdict(tab, "touching")?;
    }
    Ok("eleven of them".into())
}

/// The shapes that are seen are those of the time; the contact begins when the verdict changes.
pub fn time(tab: &mut Tab) -> Told<String> {
    start(tab)?;
    let contact = detail(tab, "contact")?.ok_or("the shapes meet on their way")?;
    let first: f64 = contact.split(' ').next().unwrap_or_default().parse()?;
    let mut to = |time: f64| {
        tab.value(&format!(
            "document.getElementById('time').value = {time};
             document.getElementById('time').dispatchEvent(new Event('input'))"
        ))?;
        tab.value("new Promise((go) => setTimeout(go, 200))")?;
        tab.text("document.getElementById('verdict').value")
    };
    let seen = [to(first - 0.01)?, to(first + 0.01)?];
    if seen != ["separate", "overlapping"] {
        return Err(format!("{seen:?} about the first contact, {first}").into());
    }
    tab.value("document.getElementById('bench').focus()")?;
    tab.press("[", 219)?;
    verdict(tab, "separate")?;
    tab.press("]", 221)?;
    verdict(tab, "overlapping")?;
    Ok(format!("in contact from {contact}"))
}
