//! The room: engines, numbers that move, and what is said where something is missing.

use crate::devtools::{Tab, Told};

/// A number of the list of counts, by its name.
fn count(name: &str) -> String {
    format!(
        "Number([...document.querySelectorAll('#counts dt')]\
         .find((dt) => dt.textContent === '{name}')?.nextSibling.textContent.replaceAll(',', ''))"
    )
}

/// Waits for an engine, and until its numbers have moved. Returns them.
fn moves(tab: &mut Tab, engine: &str) -> Told<String> {
    tab.wait(&format!("document.getElementById('told').dataset.engine === '{engine}'"))?;
    let (candidates, hits, touching) =
        (count("pairs of boxes that meet"), count("pairs that meet"), count("of these touching"));
    tab.value("document.getElementById('counts').replaceChildren()")?;
    tab.wait(&format!("{candidates} > 0"))?;
    let before = tab.value(&candidates)?;
    tab.wait(&format!("{candidates} !== {before}"))?;
    let [candidates, hits, touching] = [candidates, hits, touching].map(|name| tab.value(&name));
    let [candidates, hits, touching] = [candidates?, hits?, touching?].map(|n| n.as_f64());
    // The tiles touch, all of the time; some shape or other meets another one.
    if !(candidates >= hits && hits > touching && touching > Some(100.0)) {
        return Err(format!("{candidates:?} candidates, {hits:?}, {touching:?} touch").into());
    }
    let stages = tab.value("document.querySelectorAll('#stages tr').length")?;
    let [candidates, hits, touching] = [candidates, hits, touching].map(Option::unwrap_or_default);
    Ok(format!("{candidates} pairs, {hits} meet, {touching} of them touch; {stages} stages"))
}

pub fn on_webgpu(tab: &mut Tab) -> Told<String> {
    moves(tab, "gpu")
}

/// The CPU finds as much in the same room, by the choice of a visitor.
pub fn changes_engine(tab: &mut Tab) -> Told<String> {
    tab.value(
        "document.getElementById('engine').value = 'cpu';
         document.getElementById('engine').dispatchEvent(new Event('change'))",
    )?;
    moves(tab, "cpu")
}

/// The page says what is missing, and goes on.
pub fn without_webgpu(tab: &mut Tab) -> Told<String> {
    tab.wait("document.getElementById('notice').textContent.includes('no WebGPU')")?;
    tab.wait("document.querySelector('#engine [value=gpu]').disabled")?;
    tab.wait("document.getElementById('room').dataset.drawing === 'WebGL'")?;
    moves(tab, "cpu")
}

pub fn undrawn(tab: &mut Tab) -> Told<String> {
    tab.wait("document.getElementById('notice').textContent.includes('no WebGL')")?;
    moves(tab, "cpu")
}

/// A room that stands still counts nothing, and goes on when it is told to.
pub fn pauses(tab: &mut Tab) -> Told<String> {
    tab.value("document.getElementById('run').click()")?;
    let after = "new Promise((go) => setTimeout(go, 1500)).then(() => \
                 document.getElementById('counts').childElementCount)";
    tab.value("document.getElementById('counts').replaceChildren()")?;
    if tab.value(after)? != 0 {
        return Err("the counts go on".into());
    }
    tab.value("document.getElementById('run').click()")?;
    moves(tab, "cpu")
}

/// A visitor who wants as many shapes as can be gets more of them.
pub fn adapts(tab: &mut Tab) -> Told<String> {
    let shapes = "Number(document.getElementById('shapes-told').value.replaceAll(',', ''))";
    let before = tab.value(shapes)?;
    tab.value("document.getElementById('adapt').click()")?;
    tab.wait(&format!("{shapes} !== {before}"))?;
    Ok(format!("{} shapes, before {before}", tab.value(shapes)?))
}

/// An engine that cannot be had is named, and another one goes on.
pub fn no_engine(tab: &mut Tab) -> Told<String> {
    tab.value(
        "document.getElementById('engine').value = 'gpu';
         document.getElementById('engine').dispatchEvent(new Event('change'))",
    )?;
    tab.wait("document.getElementById('told').textContent.includes('stands still')")?;
    let said = tab.text("document.getElementById('told').textContent")?;
    changes_engine(tab)?;
    Ok(said)
}

/// Steps a second, once the engine has warmed up.
pub fn rate(tab: &mut Tab) -> Told<String> {
    const WARM: &str = "new Promise((go) => setTimeout(go, 4000))";
    let rate = count("steps a second");
    tab.wait(&format!("{rate} > 0"))?;
    tab.value(WARM)?;
    let (rate, stages) = (tab.value(&rate)?, "document.getElementById('stages').innerText");
    let stages = tab.text(stages)?.replace('\t', " ").replace('\n', ", ");
    Ok(format!("{rate} steps a second; milliseconds: {stages}"))
}
