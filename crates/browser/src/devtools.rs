//! A page that is driven as a visitor drives it, by the browser's devtools protocol.

use crate::browser::Browser;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the browser may take for an answer, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// How often is looked whether something has come true.
const LOOK: Duration = Duration::from_millis(100);

/// What goes wrong is told in words.
pub type Told<T> = Result<T, Box<dyn Error>>;

/// A page in a browser of its own.
pub struct Tab {
    browser: Browser,
    words: ChildStdin,
    answers: Receiver<Value>,
    number: u64,
    session: Option<String>,
}

impl Tab {
    /// Opens an empty page in a browser with more options.
    ///
    /// # Errors
    ///
    /// A browser that does not start, or has no page.
    pub fn open(program: &str, options: &[&str]) -> Told<Self> {
        let (browser, words, pipe) = Browser::piped(program, options)?;
        let (sender, answers) = channel();
        thread::spawn(move || {
            // Each message ends with a zero. The end of the pipe is the browser's end.
            for message in BufReader::new(pipe).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut tab = Self { browser, words, answers, number: 0, session: None };
        let made = tab.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let target = json!({ "targetId": made["targetId"], "flatten": true });
        let attached = tab.call("Target.attachToTarget", target)?;
        tab.session = attached["sessionId"].as_str().map(str::to_owned);
        tab.call("Page.enable", json!({}))?;
        Ok(tab)
    }

    /// Calls a method of the protocol, and waits for its result.
    ///
    /// # Errors
    ///
    /// What the browser answers, or its silence.
    pub fn call(&mut self, method: &str, params: Value) -> Told<Value> {
        self.number += 1;
        let mut word = json!({ "id": self.number, "method": method, "params": params });
        if let Some(session) = &self.session {
            word["sessionId"] = json!(session);
        }
        self.words.write_all(&serde_json::to_vec(&word)?)?;
        self.words.write_all(&[0])?;
        let since = Instant::now();
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(mut answer) if answer["id"] == self.number => {
                    if let Some(error) = answer.get("error") {
                        return Err(format!("{method}: {error}").into());
                    }
                    return Ok(answer["result"].take());
                }
                // Something that happened, which nobody asked for.
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if since.elapsed() < PATIENCE => {
                    self.browser.still_runs()?;
                }
                Err(_) => return Err(format!("{method}: no answer").into()),
            }
        }
    }

    /// Goes to an address.
    ///
    /// # Errors
    ///
    /// A page that does not come.
    pub fn go(&mut self, address: &str) -> Told<()> {
        self.call("Page.navigate", json!({ "url": address }))?;
        self.wait("document.readyState === 'complete'")
    }

    /// The value of an expression in the page. A promise is awaited.
    ///
    /// # Errors
    ///
    /// What the expression throws.
    pub fn value(&mut self, expression: &str) -> Told<Value> {
        let asked = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let mut answer = self.call("Runtime.evaluate", asked)?;
        match answer.get("exceptionDetails") {
            Some(thrown) => Err(format!("{expression}: {thrown}").into()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// The text of an expression in the page.
    ///
    /// # Errors
    ///
    /// Those of [`value`](Self::value), and a value that is no text.
    pub fn text(&mut self, expression: &str) -> Told<String> {
        let value = self.value(expression)?;
        Ok(value.as_str().ok_or_else(|| format!("{expression}: {value}"))?.to_owned())
    }

    /// Waits until an expression holds in the page.
    ///
    /// # Errors
    ///
    /// One that does not come to hold.
    pub fn wait(&mut self, expression: &str) -> Told<()> {
        let since = Instant::now();
        while self.value(expression)? != true {
            if since.elapsed() > PATIENCE {
                let text = self.text("document.body.innerText")?;
                return Err(format!("never came true: {expression}\n{text}").into());
            }
            thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Drags with the left button from one point of the page to another.
    ///
    /// # Errors
    ///
    /// Those of [`call`](Self::call).
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) -> Told<()> {
        const STEPS: u8 = 8;
        let mut mouse = |kind: &str, [x, y]: [f64; 2], buttons: u8| {
            let event = json!({
                "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", event)
        };
        mouse("mouseMoved", from, 0)?;
        mouse("mousePressed", from, 1)?;
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            mouse("mouseMoved", [0, 1].map(|i| from[i] + part * (to[i] - from[i])), 1)?;
        }
        mouse("mouseReleased", to, 0)?;
        Ok(())
    }

    /// Presses a key and lets it go. `code` is the number that browsers know it by, for keys that
    /// do something of their own.
    ///
    /// # Errors
    ///
    /// Those of [`call`](Self::call).
    pub fn press(&mut self, key: &str, code: u32) -> Told<()> {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event)?;
        }
        Ok(())
    }

    /// A picture of what is seen, PNG in base64.
    ///
    /// # Errors
    ///
    /// Those of [`call`](Self::call).
    pub fn picture(&mut self) -> Told<String> {
        let taken = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        Ok(taken["data"].as_str().ok_or("no picture")?.to_owned())
    }

    /// What the console has of warnings and errors so far.
    ///
    /// # Errors
    ///
    /// A log that cannot be read.
    pub fn complaints(&self) -> std::io::Result<Vec<String>> {
        self.browser.complaints()
    }
}
