//! The world of the bounded program: what of it is free, and the world of a solution.
//!
//! Arguments, environment variables, standard input and files that may be anything are free variables here.
//! Arguments and variables are texts of free bytes. What is read from a stream is made when it is read: a
//! stream is what was taken from it, piece by piece in the order of the execution, so that no place in it is
//! ever a word. A number that `scanf` reads is one piece, which is written as digits when the world is
//! told.
//!
//! This covers some worlds only: texts have a bound, numbers are written in one way, what follows a number is
//! a separator. So nothing here is a proof; a race that is found is found in the world that is told, by a
//! replay there.
//!
//! SOUNDNESS: free-world

use std::collections::BTreeMap;

use raceproof_machine::{Config, World};

use crate::formula::{Formula, Model};
use crate::term::{Term, Terms};

/// Something that is taken from a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    /// A byte.
    Byte(Term),
    /// White space, if there is none.
    Space,
    /// A number of that many bits, and whether it has a sign. It is what a separator follows.
    Number(Term, bool),
    /// A number written in base 16. A separator follows it.
    Hexadecimal(Term),
    /// A floating number. A separator follows it.
    Float(Term),
    /// The end of a word. A separator follows it.
    Separated,
}

/// What a step takes from a stream.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub thread: usize,
    /// The number of the thread's step.
    pub step: usize,
    /// Zero is standard input, the others are files.
    pub stream: usize,
    /// Each if its condition holds.
    pub pieces: Vec<(Term, Piece)>,
}

/// The name of a file.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    Text(Vec<u8>),
    /// What is up to the solution.
    Bytes(Vec<Term>),
}

/// What of the world is free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Free {
    /// The number of arguments with the name of the program, and those behind it.
    pub arguments: Option<(Term, Vec<Vec<Term>>)>,
    /// By name: whether there is such a variable, and its value.
    pub variables: BTreeMap<Vec<u8>, (Term, Vec<Term>)>,
    /// Files that are opened, and whether they exist.
    pub files: Vec<(Name, Term)>,
    pub inputs: Vec<Input>,
}

impl Free {
    /// Whether all bytes of texts are in one of these classes, or behind the end.
    pub fn within(&self, terms: &mut Terms, classes: &[(u8, u8)]) -> Term {
        let arguments = self
            .arguments
            .iter()
            .flat_map(|(_, texts)| texts.iter().flatten());
        let variables = self.variables.values().flat_map(|(_, bytes)| bytes);
        let pieces = self.inputs.iter().flat_map(|input| &input.pieces);
        let read = pieces.filter_map(|(_, piece)| match piece {
            Piece::Byte(byte) => Some(byte),
            _ => None,
        });
        let mut all = terms.bool(true);
        for &byte in arguments.chain(variables).chain(read) {
            if terms.constant(byte).is_some() {
                continue;
            }
            let zero = terms.number(0, 8);
            let mut any = terms.eq(byte, zero);
            for &(first, last) in classes {
                let (low, high) = (
                    terms.number(u128::from(first), 8),
                    terms.number(u128::from(last), 8),
                );
                let (above, below) = (terms.less_equal(low, byte), terms.less_equal(byte, high));
                let both = terms.and(above, below);
                any = terms.or(any, both);
            }
            all = terms.and(all, any);
        }
        all
    }
}

/// The parts of the world that can be free here.
pub(crate) fn is_free(config: &Config, part: World) -> bool {
    let parts = [World::Arguments, World::Input, World::Variables, World::Files];
    parts.contains(&part) && config.open.contains(&part)
}

/// Whether any part is.
pub(crate) fn is_any_free(config: &Config) -> bool {
    config.open.iter().any(|part| is_free(config, *part))
}

/// A stream that is being written down.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// Whether a separator must follow.
    is_open: bool,
}

impl Text {
    fn separate(&mut self) {
        if self.bytes.last().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            self.bytes.push(b' ');
        }
    }
}

/// The world of a solution. `executed` are the steps that are executed, in their order.
pub(crate) fn chosen(
    free: &Free,
    formula: &Formula<'_>,
    model: &mut Model,
    executed: &[(usize, usize)],
    config: &Config,
) -> Config {
    let mut config = config.clone();
    config.open.clear();
    let text = |model: &mut Model, bytes: &[Term]| -> Vec<u8> {
        let bytes = bytes.iter().map(|byte| formula.value(model, *byte) as u8);
        bytes.take_while(|byte| *byte != 0).collect()
    };
    if let Some((count, texts)) = &free.arguments {
        config.args.truncate(1);
        let count = formula.value(model, *count) as usize;
        for bytes in texts.iter().take(count.saturating_sub(1)) {
            config.args.push(text(model, bytes));
        }
    }
    for (name, (present, bytes)) in &free.variables {
        if formula.holds(model, *present) {
            let mut variable = name.clone();
            variable.push(b'=');
            variable.extend(text(model, bytes));
            config.variables.push(variable);
        }
    }
    let mut streams: Vec<Text> = Vec::new();
    streams.resize_with(free.files.len() + 1, Text::default);
    for step in executed {
        for input in free
            .inputs
            .iter()
            .filter(|input| (input.thread, input.step) == *step)
        {
            for (when, piece) in &input.pieces {
                if formula.holds(model, *when) {
                    write(&mut streams[input.stream], *piece, formula, model);
                }
            }
        }
    }
    for stream in &mut streams {
        if stream.is_open {
            stream.bytes.push(b'\n');
        }
    }
    let mut streams = streams.into_iter().map(|stream| stream.bytes);
    let input = streams.next().unwrap_or_default();
    if !input.is_empty() {
        config.stdin = input;
    }
    for ((name, present), bytes) in free.files.iter().zip(streams) {
        if formula.holds(model, *present) {
            let name = match name {
                Name::Text(name) => name.clone(),
                Name::Bytes(bytes) => text(model, bytes),
            };
            config.files.push((name, bytes));
        }
    }
    config
}

fn write(stream: &mut Text, piece: Piece, formula: &Formula<'_>, model: &mut Model) {
    match piece {
        Piece::Byte(byte) => {
            stream.bytes.push(formula.value(model, byte) as u8);
            stream.is_open = false;
        }
        Piece::Space => stream.separate(),
        Piece::Separated => stream.is_open = true,
        Piece::Number(word, signed) => {
            stream.separate();
            let (value, width) = (formula.value(model, word), u32::from(formula.terms.width(word)));
            let text = match signed {
                true => ((value << (128 - width)) as i128 >> (128 - width)).to_string(),
                false => value.to_string(),
            };
            stream.bytes.extend(text.into_bytes());
            stream.is_open = true;
        }
        Piece::Hexadecimal(word) => {
            stream.separate();
            let text = format!("{:x}", formula.value(model, word));
            stream.bytes.extend(text.into_bytes());
            stream.is_open = true;
        }
        Piece::Float(word) => {
            stream.separate();
            let value = formula.value(model, word);
            let text = match formula.terms.width(word) {
                32 => format!("{:?}", f32::from_bits(value as u32)),
                _ => format!("{:?}", f64::from_bits(value as u64)),
            };
            stream.bytes.extend(text.into_bytes());
            stream.is_open = true;
        }
    }
}
