//! What a program is given: the values of its inputs, and what of them a report has to say.

use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{Address, Function, Inst, Operand, Program};
use raceproof_library::{Use, World, looks_at};
use raceproof_machine::{Config, Machine};
use raceproof_report::{Clause, Value};
use raceproof_source::IntegerObject;

use crate::prepare::Prepared;

/// One value for each input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// Macros and what they stand for.
    pub macros: Vec<(String, String)>,
    /// Objects and their initial values.
    pub objects: Vec<(String, i128)>,
    /// `argv[i]`.
    pub arguments: Vec<(usize, String)>,
    /// Contents of standard input.
    pub stdin: String,
    /// Whether blocks of the heap are larger than was asked for, see [`Config::roomy`].
    pub roomy: bool,
    /// All of them, by name.
    pub values: Vec<(String, Value)>,
}

impl Setting {
    /// A value for an argument.
    pub fn argument(index: usize, number: u64) -> Setting {
        Setting {
            arguments: vec![(index, number.to_string())],
            values: vec![(format!("argv[{index}]"), Value::Integer(number.into()))],
            ..Setting::default()
        }
    }

    /// A standard input of so many lines with a one in each.
    pub fn ones(lines: u32) -> Setting {
        Setting {
            stdin: "1\n".repeat(lines as usize),
            values: vec![("stdin".to_owned(), Value::Text(format!("{lines} lines of 1")))],
            ..Setting::default()
        }
    }

    /// The same with larger blocks of the heap.
    #[must_use]
    pub fn with_room(&self) -> Setting {
        Setting {
            roomy: true,
            ..self.clone()
        }
    }

    /// `argv` with the arguments of this setting.
    pub fn argv(&self, args: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut args = args.to_vec();
        for (index, text) in &self.arguments {
            if args.len() <= *index {
                args.resize(index + 1, Vec::new());
            }
            args[*index] = text.clone().into_bytes();
        }
        args
    }

    /// What the machine needs to know of it.
    pub(crate) fn config(&self, args: &[Vec<u8>], spurious_wakeups: bool) -> Config {
        Config {
            args: self.argv(args),
            stdin: self.stdin.clone().into_bytes(),
            spurious_wakeups,
            roomy: self.roomy,
            without_files: true,
            ..Config::default()
        }
    }

    /// Gives the objects their values.
    pub fn apply(&self, program: &mut Prepared) {
        for (name, value) in &self.objects {
            if let Some(object) = find(program, name) {
                program.set_initial(&object, *value);
            }
        }
    }
}

/// An object of the program by its name.
pub fn find(program: &Prepared, name: &str) -> Option<IntegerObject> {
    program
        .loaded()
        .integers
        .iter()
        .find(|object| object.name == name)
        .cloned()
}

/// What the program was given, as far as it can tell a difference.
pub(crate) fn clauses(machine: &Machine<'_>) -> Vec<Clause> {
    let program = machine.code().program();
    let config = machine.config();
    let reads_input =
        |function: &Function| function.blocks.is_empty() && looks_at(&function.name, World::Input);
    let main = program.entry.map(|entry| program.function(entry));
    let mut clauses = Vec::new();
    if main.is_some_and(|main| main.params > 0) {
        clauses.push(match config.args.len() {
            0 | 1 => Clause::NoArguments,
            _ => Clause::GivenArguments,
        });
    }
    if program.functions.iter().any(reads_input) {
        clauses.push(match config.stdin.is_empty() {
            true => Clause::EmptyInput,
            false => Clause::GivenInput,
        });
    }
    if config.without_files && looks_for_files(program) {
        clauses.push(Clause::NoFiles);
    }
    if tells_time(machine) {
        clauses.push(Clause::Clock);
    }
    clauses
}

/// Whether the program may look for a file. One that is opened for writing, in a mode that is a constant, is
/// not looked for.
fn looks_for_files(program: &Program) -> bool {
    let is_looked_for = |f: &Function| f.blocks.is_empty() && looks_at(&f.name, World::Files);
    let writes = |mode: Option<&Operand>| match mode {
        Some(Operand::Address(Address::Global(global, offset))) => {
            let global = program.global(*global);
            let at = usize::try_from(*offset).ok();
            let first = at.and_then(|at| global.bytes.get(at));
            global.constant && matches!(first, Some(b'w' | b'a'))
        }
        _ => false,
    };
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    let is_harmless = |inst: &Inst| {
        let mode = |f: &Function| raceproof_library::find(&f.name)?.position_of(Use::Mode);
        let is_written = |f: &Function| mode(f).is_some_and(|at| writes(inst.arguments().get(at)));
        let called = inst.called().map(|f| program.function(f));
        called.is_none_or(|f| !is_looked_for(f) || is_written(f))
    };
    let is_passed = |inst: &Inst| {
        let mut found = false;
        inst.operands(|operand| {
            if let Operand::Address(Address::Function(f)) = operand {
                found |= is_looked_for(program.function(f));
            }
        });
        found
    };
    instructions.any(|(inst, _)| !is_harmless(inst) || is_passed(inst))
}

/// Whether an instruction stores the time.
fn stores_time(program: &Program, inst: &Inst) -> bool {
    let function = inst.called().map(|f| program.function(f));
    let function = function.filter(|function| function.blocks.is_empty());
    let found = function.and_then(|function| raceproof_library::find(&function.name));
    let clock = found.filter(|found| found.row.world == Some(World::Clock));
    clock.is_some_and(|found| {
        // Nothing is stored at a null pointer.
        let is_stored = |(at, arg): (usize, &Operand)| {
            let argument = found.argument(at);
            argument.is_none_or(|a| a.writes.is_some()) && !matches!(arg, Operand::Const(_, 0))
        };
        inst.arguments().iter().enumerate().any(is_stored)
    })
}

/// Whether the program does this or that by the time, or may: what goes through memory is not followed.
fn tells_time(machine: &Machine<'_>) -> bool {
    let program = machine.code().program();
    if program.instructions().any(|(_, inst)| stores_time(program, inst)) {
        return true;
    }
    let facts = Facts::new(program);
    let looks = facts.calls(|name| looks_at(name, World::Clock));
    if looks.is_empty() {
        return false;
    }
    match facts.influence(&[], &looks, &Own::default(), &Crossings::default()) {
        Influence::Steers(_) => true,
        Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
    }
}
