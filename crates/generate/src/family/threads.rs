//! Programs of a few threads as IR text: what they share, what each of them does, and what the first thread
//! does before, beside and behind them.

use raceproof_engine::Dice;
use std::fmt::Write;

/// One of these.
pub(super) fn one<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.below(all.len() as u32) as usize]
}

/// The first of these mostly, another one now and then.
pub(super) fn mostly<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    match dice.one_in(4) {
        true => one(dice, all),
        false => all[0],
    }
}

/// Code of one function, with labels that are used once.
#[derive(Default)]
pub(super) struct Body {
    text: String,
    /// Which of several bodies of one function it is.
    part: &'static str,
    labels: u32,
}

impl Body {
    /// Lines of code; `#` in a label is a number that nobody else has.
    pub fn add(&mut self, lines: &str) {
        self.labels += 1;
        let lines = lines.replace('#', &format!("{}{}", self.part, self.labels));
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let indent = if line.ends_with(':') { "" } else { "  " };
            let _ = writeln!(self.text, "{indent}{line}");
        }
    }

    /// The code.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts one word in the place of another.
    pub fn rename(&mut self, word: &str, by: &str) {
        self.text = self.text.replace(word, by);
    }

    /// The same if a register is not zero.
    pub fn add_if(&mut self, register: &str, lines: &str) {
        self.add(&format!(
            "br {register}, then#, end#\nthen#:\n{lines}\njump end#\nend#:"
        ));
    }
}

/// A program of threads that the first one creates and joins.
pub(super) struct Threads {
    /// Globals and functions that all of them use.
    pub shared: String,
    /// What each does; the first thread starts them in this order.
    pub bodies: Vec<Body>,
    /// What the first thread does before it starts them.
    pub before: Body,
    /// While they run.
    pub beside: Body,
    /// When they are over.
    pub behind: Body,
    /// Those that are not joined.
    pub left: Vec<usize>,
}

impl Threads {
    /// Threads that share this, with nothing to do yet.
    pub fn new(shared: &str) -> Threads {
        let part = |part| Body {
            part,
            ..Body::default()
        };
        Threads {
            shared: shared.to_owned(),
            bodies: Vec::new(),
            before: part("before"),
            beside: part("beside"),
            behind: part("behind"),
            left: Vec::new(),
        }
    }

    /// The program.
    pub fn text(&self) -> String {
        let mut out = self.shared.clone();
        for (t, body) in self.bodies.iter().enumerate() {
            let _ = write!(
                out,
                "func @thread{t}(%arg: ptr) -> ptr {{\n{}  return null\n}}\n",
                body.text
            );
        }
        let _ = writeln!(out, "func @main() -> i32 {{\n{}", self.before.text);
        for t in 0..self.bodies.len() {
            let _ = writeln!(out, "  %h{t} = thread_create @thread{t}, null, 0");
        }
        out.push_str(&self.beside.text);
        for t in (0..self.bodies.len()).filter(|t| !self.left.contains(t)) {
            let _ = writeln!(out, "  _ = thread_join %h{t}");
        }
        let _ = write!(out, "{}  return 0\n}}\n", self.behind.text);
        out
    }
}
