//! Loaded programs, and who makes them.

use std::path::Path;

use raceproof_ir::{FuncId, GlobalId, ObjectRole, Program, Span};

use crate::{Diagnostic, Diagnostics, SourceMap};

/// Reads a file, or says why that cannot be done.
pub type ReadFile<'a> = dyn Fn(&Path) -> Result<Vec<u8>, String> + 'a;

/// Makes programs of files in one language.
pub trait FrontEnd {
    /// What the names of its files end in, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// Whether a file is a whole program, which stands alone.
    fn is_whole(&self) -> bool;

    /// Reads the files of one program.
    ///
    /// # Errors
    ///
    /// All that is wrong with the files, with positions.
    fn load(&self, paths: &[&Path], read: &ReadFile<'_>) -> Result<Loaded, Box<Failed>>;
}

/// A program that was understood.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Its files.
    pub sources: SourceMap,
    /// Warnings and notes.
    pub diagnostics: Diagnostics,
    /// Its objects of static storage duration and integer type, whose initial values can be set.
    pub integers: Vec<IntegerObject>,
    /// Whether a local variable that nothing was assigned to is zero, as its register is. Otherwise it may be
    /// anything.
    pub starts_zeroed: bool,
    /// What the program uses and nobody defines.
    pub unknown: Vec<Unknown>,
    /// Whether accesses to volatile scalars were taken as relaxed atomics.
    pub volatile_atomic: bool,
    /// Functions that one expression calls in an order that the language leaves open; one was taken.
    pub unsequenced: Vec<(FuncId, FuncId)>,
    /// What its types let it do.
    pub traits: Traits,
}

/// What the types of a program let it do that cannot be seen in its code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// It may read bytes as a value of another kind than was stored there, in a way that the language allows:
    /// by members of unions, or through pointers to bytes and others that were cast.
    pub mixes_kinds: bool,
    /// So it may read what are addresses.
    pub mixes_addresses: bool,
    /// It computes with `long double`.
    pub long_doubles: bool,
}

/// A function or an object that the program uses and nobody defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Its name.
    pub name: String,
    /// Which object it is; none if it is a function.
    pub object: Option<GlobalId>,
    /// Where it is declared.
    pub span: Span,
}

/// An object of static storage duration and integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerObject {
    /// Name; that of a static local is prefixed by its function: `f.counter`.
    pub name: String,
    /// Width.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
    /// Which global of the program it is; none if nothing uses it.
    pub global: Option<GlobalId>,
}

impl IntegerObject {
    /// Whether a value is one of its type.
    pub fn holds(&self, value: i128) -> bool {
        let bits = u32::from(self.bits.min(64));
        match self.signed {
            true => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
            false => (0..1i128 << bits).contains(&value),
        }
    }
}

impl Loaded {
    /// Sets the number of threads that a team has where neither a clause nor a call says it. If the program
    /// has no teams it changes nothing and says so by `false`.
    pub fn set_threads(&mut self, threads: u32) -> bool {
        self.set_constant(ObjectRole::TeamSize, threads)
    }

    /// Sets how loops with `schedule(static)` are divided, as the runtime numbers the ways.
    pub fn set_division(&mut self, division: u32) {
        self.set_constant(ObjectRole::Division, division);
    }

    /// Sets a constant of a runtime, if there is one.
    fn set_constant(&mut self, role: ObjectRole, value: u32) -> bool {
        let mut globals = self.program.globals.iter_mut();
        match globals.find(|global| global.role == Some(role)) {
            Some(global) => {
                global.bytes = value.to_le_bytes().to_vec();
                true
            }
            None => false,
        }
    }

    /// Sets the initial value of an object.
    pub fn set_initial(&mut self, object: &IntegerObject, value: i128) {
        let place = object.global.map(|id| id.0 as usize);
        if let Some(global) = place.and_then(|place| self.program.globals.get_mut(place)) {
            global.bytes = value.to_le_bytes()[..usize::from(object.bits / 8).clamp(1, 16)].to_vec();
        }
    }
}

/// A program that was not understood.
#[derive(Debug)]
pub struct Failed {
    /// Its files.
    pub sources: SourceMap,
    /// What is wrong, with at least one error.
    pub diagnostics: Diagnostics,
}

impl Failed {
    /// One error that has no position, and what to do about it.
    pub fn without_position(message: impl Into<String>, help: Option<&str>) -> Failed {
        let mut error = Diagnostic::error(Span::NONE, message);
        error.help = help.map(str::to_owned);
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(error);
        Failed {
            sources: SourceMap::new(),
            diagnostics,
        }
    }
}
