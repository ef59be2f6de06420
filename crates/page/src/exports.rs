//! What the page calls.

use crate::{Bench, Table, World};
use motzkin::Engine;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Tells a panic to the page, which otherwise learns of a trap alone.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

/// What goes wrong, in words.
fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn json(word: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(word).map_err(told)
}

/// A room of tumbling shapes.
#[wasm_bindgen]
pub struct PageWorld(World);

#[wasm_bindgen]
impl PageWorld {
    /// Opens a room on the engine of this name: `gpu`, `cpu`, or `auto`.
    pub async fn open(engine: String, shapes: usize, seed: u64) -> Result<Self, String> {
        let engine = [Engine::Auto, Engine::Cpu, Engine::Gpu]
            .into_iter()
            .find(|known| known.name() == engine)
            .ok_or_else(|| format!("there is no engine {engine}"))?;
        World::open(engine, shapes, seed).await.map(Self).map_err(told)
    }

    /// Draws another room.
    pub fn fill(&mut self, shapes: usize, seed: u64) -> Result<(), String> {
        self.0.fill(shapes, seed).map_err(told)
    }

    /// The engine's name.
    pub fn engine(&self) -> String {
        self.0.service().info().engine.name().into()
    }

    /// Why it was chosen.
    pub fn reason(&self) -> String {
        self.0.service().info().reason.clone()
    }

    /// How many of the first shapes are boxes.
    pub fn boxes(&self) -> usize {
        self.0.room().boxes()
    }

    /// Half the width of the room.
    pub fn half(&self) -> f32 {
        self.0.room().half()
    }

    /// Lets the shapes tumble for so many seconds. Returns [`Counts`](crate::Counts).
    pub async fn step(&mut self, seconds: f32) -> Result<String, String> {
        json(&self.0.step(seconds).await.map_err(told)?)
    }

    /// What is drawn of each shape.
    pub fn picture(&self) -> Vec<f32> {
        self.0.picture()
    }
}

/// Two shapes on a table.
#[wasm_bindgen]
pub struct PageBench(Bench);

#[wasm_bindgen]
impl PageBench {
    /// Opens it.
    pub async fn open() -> Result<Self, String> {
        Bench::open().await.map(Self).map_err(told)
    }

    /// The table at the start.
    pub fn table() -> Result<String, String> {
        json(&Table::default())
    }

    /// Answers everything about a table: an [`Answer`](crate::Answer).
    pub async fn ask(&self, table: String) -> Result<String, String> {
        let table = serde_json::from_str(&table).map_err(told)?;
        json(&self.0.ask(&table).await.map_err(told)?)
    }

    /// Moves the second shape to a contact: [`Snapped`](crate::Snapped).
    pub async fn snap(&self, table: String) -> Result<String, String> {
        let table = serde_json::from_str(&table).map_err(told)?;
        json(&self.0.snap(&table).await.map_err(told)?)
    }
}
