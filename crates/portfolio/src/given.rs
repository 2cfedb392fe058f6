//! What a program is given: the values of its inputs, and what of them a report has to say.

use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{Address, Function, Inst, Operand, Point, Program};
use raceproof_library::{Use, looks_at};
use raceproof_machine::{Config, Machine, PROCESSORS, Signals, World};
use raceproof_report::{Clause, Value};
use raceproof_source::IntegerObject;

use crate::prepare::handler::sets_handlers;
use crate::prepare::{Extern, Failing, Prepared};
use crate::world::PARTS;

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
    pub stdin: Vec<u8>,
    /// Environment variables, as `NAME=value`.
    pub variables: Vec<String>,
    /// Files that can be read, by name.
    pub files: Vec<(String, Vec<u8>)>,
    /// How many processors there are, if that is said.
    pub processors: Option<u32>,
    /// The user whom the program runs as, if that is said.
    pub user: Option<u32>,
    /// Whether the standard streams are a terminal.
    pub terminal: bool,
    /// When signals arrive.
    pub signals: Signals,
    /// Which steps fail for lack of memory or threads.
    pub failing: Option<Failing>,
    /// What arrives at sockets, see [`Config::network`].
    pub network: Option<Vec<u8>>,
    /// Whether the program is the child of its own `fork`, see [`Config::child`].
    pub child: bool,
    /// Whether blocks of the heap are larger than was asked for, see [`Config::roomy`].
    pub roomy: bool,
    /// What is assumed of functions that nobody defines.
    pub what: Extern,
    /// Whether they access nothing all the same, see [`Config::without_assumed`].
    pub without_assumed: bool,
    /// The parts of the world that a formula takes as free variables.
    pub free: Vec<World>,
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

    /// The same with a standard input of so many lines with a one in each.
    #[must_use]
    pub fn with_ones(&self, lines: u32) -> Setting {
        Setting {
            stdin: "1\n".repeat(lines as usize).into_bytes(),
            values: vec![("stdin".to_owned(), Value::Text(format!("{lines} lines of 1")))],
            ..self.clone()
        }
    }

    /// The same without accesses of functions that nobody defines.
    #[must_use]
    pub fn without_assumed(&self) -> Setting {
        Setting {
            without_assumed: true,
            ..self.clone()
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

    fn told(&self, name: &str, value: Value) -> Setting {
        let mut setting = self.clone();
        setting.values.push((name.to_owned(), value));
        setting
    }

    /// The same with these arguments.
    #[must_use]
    pub(crate) fn with_arguments(&self, args: &[String]) -> Setting {
        Setting {
            arguments: (1..).zip(args.iter().cloned()).collect(),
            ..self.told("arguments", Value::Text(args.join(" ")))
        }
    }

    /// The same with this standard input.
    #[must_use]
    pub(crate) fn with_input(&self, text: String) -> Setting {
        Setting {
            stdin: text.clone().into_bytes(),
            ..self.told("stdin", Value::Text(shown(&text)))
        }
    }

    /// The same with these environment variables, all with one value.
    #[must_use]
    pub(crate) fn with_variables(&self, names: &[String], value: &str) -> Setting {
        let mut setting = self.clone();
        for name in names {
            setting.variables.push(format!("{name}={value}"));
            setting
                .values
                .push((format!("${name}"), Value::Text(value.to_owned())));
        }
        setting
    }

    /// The same with files of these names, all with the same text.
    #[must_use]
    pub(crate) fn with_files(&self, names: &[String], text: &str) -> Setting {
        Setting {
            files: names
                .iter()
                .map(|name| (name.clone(), text.as_bytes().to_vec()))
                .collect(),
            ..self.told(&format!("files {}", names.join(", ")), Value::Text(shown(text)))
        }
    }

    /// The same with so many processors.
    #[must_use]
    pub(crate) fn with_processors(&self, count: u32) -> Setting {
        Setting {
            processors: Some(count),
            ..self.told("processors", Value::Integer(count.into()))
        }
    }

    /// The same with another user, or at a terminal.
    #[must_use]
    pub(crate) fn with_system(&self, user: Option<u32>, terminal: bool) -> Setting {
        let mut setting = self.clone();
        if let Some(user) = user {
            setting
                .values
                .push(("user id".to_owned(), Value::Integer(user.into())));
        }
        if terminal {
            setting.values.push(("terminal".to_owned(), Value::Integer(1)));
        }
        Setting {
            user,
            terminal,
            ..setting
        }
    }

    /// The same where messages arrive at sockets.
    #[must_use]
    pub(crate) fn with_network(&self, text: String) -> Setting {
        Setting {
            network: Some(text.clone().into_bytes()),
            ..self.told("messages that arrive", Value::Text(shown(&text)))
        }
    }

    /// The same as the child of `fork`.
    #[must_use]
    pub(crate) fn with_child(&self) -> Setting {
        Setting {
            child: true,
            ..self.told("process", Value::Text("the child of `fork`".to_owned()))
        }
    }

    /// The same where signals that have a handler arrive.
    #[must_use]
    pub(crate) fn with_signals(&self, signals: Signals) -> Setting {
        let when = match signals {
            Signals::Never => "never",
            Signals::Soon => "as soon as their handlers are set, and when a thread starts",
            Signals::Late => "when a thread starts",
        };
        Setting {
            signals,
            ..self.told("signals", Value::Text(when.to_owned()))
        }
    }

    /// The same where a step fails.
    #[must_use]
    pub(crate) fn with_failure(&self, failing: Failing, words: &str) -> Setting {
        Setting {
            failing: Some(failing),
            ..self.told("failure", Value::Text(words.to_owned()))
        }
    }

    /// The same with these parts of the world as free variables of a formula.
    #[must_use]
    pub(crate) fn with_free(&self, parts: &[World]) -> Setting {
        Setting {
            free: parts.to_vec(),
            ..self.clone()
        }
    }

    /// The same in the world that an engine chose where parts of it were free.
    #[must_use]
    pub(crate) fn in_world(&self, config: &Config) -> Setting {
        let mut setting = Setting {
            free: Vec::new(),
            ..self.clone()
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if self.free.contains(&World::Arguments) && config.args.len() > 1 {
            let args: Vec<String> = config.args[1..].iter().map(|arg| text(arg)).collect();
            let quoted: Vec<String> = args.iter().map(|arg| quoted(arg)).collect();
            setting.arguments = (1..).zip(args).collect();
            let value = Value::Text(quoted.join(" "));
            setting.values.push(("arguments".to_owned(), value));
        }
        if self.free.contains(&World::Input) && !config.stdin.is_empty() {
            setting.stdin.clone_from(&config.stdin);
            let value = Value::Text(shown(&readable(&config.stdin)));
            setting.values.push(("stdin".to_owned(), value));
        }
        for variable in config.variables.iter().map(|variable| text(variable)) {
            if !self.variables.contains(&variable)
                && let Some((name, value)) = variable.split_once('=')
            {
                let value = Value::Text(quoted(value));
                setting.values.push((format!("${name}"), value));
                setting.variables.push(variable);
            }
        }
        for (name, bytes) in &config.files {
            let name = text(name);
            if !self.files.iter().any(|(given, _)| *given == name) {
                let value = Value::Text(shown(&readable(bytes)));
                setting.values.push((format!("file {name}"), value));
                setting.files.push((name, bytes.clone()));
            }
        }
        setting
    }

    /// The same in a world that is pinned so.
    #[must_use]
    pub fn within(self, pinned: &Setting) -> Setting {
        Setting {
            stdin: pinned.stdin.clone(),
            variables: pinned.variables.clone(),
            files: pinned.files.clone(),
            processors: pinned.processors,
            ..self
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
    pub fn config(&self, args: &[Vec<u8>], faithful_waits: bool) -> Config {
        Config {
            args: self.argv(args),
            stdin: self.stdin.clone(),
            variables: self
                .variables
                .iter()
                .map(|text| text.clone().into_bytes())
                .collect(),
            files: self
                .files
                .iter()
                .map(|(name, text)| (name.clone().into_bytes(), text.clone()))
                .collect(),
            processors: self.processors,
            user: self.user,
            terminal: self.terminal,
            signals: self.signals,
            network: self.network.clone(),
            child: self.child,
            faithful_waits,
            roomy: self.roomy,
            without_assumed: self.without_assumed,
            without_files: true,
            open: self.free.clone(),
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

/// Bytes as a text, with escapes for what is none.
fn readable(bytes: &[u8]) -> String {
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match bytes.iter().all(is_text) {
        true => String::from_utf8_lossy(bytes).into_owned(),
        false => bytes.escape_ascii().to_string(),
    }
}

/// An argument as a shell reads it.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// A text on one line: lines that are repeated are counted, and no more than a few are shown.
fn shown(text: &str) -> String {
    let mut lines: Vec<(&str, u32)> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    let few = 8;
    let mut words: Vec<String> = lines
        .iter()
        .take(few)
        .map(|(line, count)| match count {
            1 => format!("`{line}`"),
            _ => format!("{count} lines of `{line}`"),
        })
        .collect();
    if lines.len() > few {
        words.push("…".to_owned());
    }
    match words.is_empty() {
        true => "nothing".to_owned(),
        false => words.join(", "),
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

/// What the program was given, as far as it can tell a difference. Of these parts of the world the answer
/// holds whatever they are.
pub(crate) fn clauses(machine: &Machine<'_>, any: &[World]) -> Vec<Clause> {
    let program = machine.code().program();
    let config = machine.config();
    let looks = |world: World| {
        let is_one = |function: &Function| function.blocks.is_empty() && looks_at(&function.name, world);
        program.functions.iter().any(is_one)
    };
    let params = program.entry.map_or(0, |main| program.function(main).params);
    let mut clauses = Vec::new();
    let is_looked_at = |world: &World| match world {
        World::Arguments => params > 0,
        World::Variables => params > 2 || looks(World::Variables),
        World::Files => config.without_files && looks_for_files(program),
        World::Clock => tells_time(machine),
        World::Processors => !machine.looks(World::Processors).is_empty(),
        World::System => !machine.looks(World::System).is_empty(),
        World::Signals => {
            let sets = program.functions.iter().any(sets_handlers);
            config.signals == Signals::Never && (sets || !machine.looks(World::Signals).is_empty())
        }
        World::Network => config.network.is_none() && looks(World::Network),
        World::Output | World::Resources | World::Random => false,
        World::Input => looks(World::Input),
    };
    let (anything, fixed): (Vec<World>, Vec<World>) = PARTS
        .into_iter()
        .filter(is_looked_at)
        .partition(|world| any.contains(world));
    if !anything.is_empty() {
        clauses.push(Clause::Any(anything));
    }
    clauses.extend(fixed.into_iter().map(|world| match world {
        World::Arguments if config.args.len() > 1 => Clause::GivenArguments,
        World::Arguments => Clause::NoArguments,
        World::Input if config.stdin.is_empty() => Clause::EmptyInput,
        World::Input => Clause::GivenInput,
        World::Variables if config.variables.is_empty() => Clause::NoVariables,
        World::Variables => Clause::GivenVariables,
        World::Files if config.files.is_empty() => Clause::NoFiles,
        World::Files => Clause::GivenFiles,
        World::Clock => Clause::Clock,
        World::Processors => Clause::Processors(
            config.processors.unwrap_or(PROCESSORS),
            config.processors.is_some(),
        ),
        World::Network => Clause::NoNetwork,
        World::Signals => Clause::NoSignals,
        World::Resources => Clause::NoFailures,
        World::System | World::Output | World::Random => Clause::OneSystem,
    }));
    if config.faithful_waits && machine.has_waits() {
        clauses.push(Clause::FaithfulWaits);
    }
    clauses
}

/// What a proof takes for granted that a standard leaves open, where the program may notice. A proof by runs
/// is about one layout of memory.
///
/// SOUNDNESS: assumptions
pub(crate) fn assumptions(machine: &Machine<'_>, by_runs: bool) -> Vec<Clause> {
    let facts = Facts::new(machine.code().program());
    let all = [
        (by_runs && facts.looks_at_addresses(), Clause::OneLayout),
        (by_runs && tells_digits(&facts), Clause::Digits),
        (by_runs && facts.counts_threads(), Clause::OneNumbering),
        (facts.shares_handles(), Clause::EarlyHandles),
        (machine.has_wrapped(), Clause::Wrapping),
        (
            machine.has_left() && facts.lends_variables_of_main(),
            Clause::LastingVariables,
        ),
    ];
    let given = all.into_iter().filter(|(is_given, _)| *is_given);
    given.map(|(_, clause)| clause).collect()
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

/// Whether the program does this or that by the last digits of what mathematical functions give, or may.
fn tells_digits(facts: &Facts<'_>) -> bool {
    let rounds = |name: &str| raceproof_library::find(name).is_some_and(|found| found.row.rounds);
    may_matter(facts, &facts.calls(rounds))
}

/// Whether the program does this or that by what these calls give, or may: what goes through memory is not
/// followed.
fn may_matter(facts: &Facts<'_>, calls: &[Point]) -> bool {
    if calls.is_empty() {
        return false;
    }
    match facts.influence(&[], calls, &Own::default(), &Crossings::default()) {
        Influence::Steers(_) => true,
        Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
    }
}

/// Whether the program does this or that by the time, or may.
fn tells_time(machine: &Machine<'_>) -> bool {
    let program = machine.code().program();
    if program.instructions().any(|(_, inst)| stores_time(program, inst)) {
        return true;
    }
    let facts = Facts::new(program);
    may_matter(&facts, &facts.calls(|name| looks_at(name, World::Clock)))
}
