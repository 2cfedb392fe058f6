//! Witness files: a program by its files and options, and a schedule that leads to a race in it.

use std::path::{Path, PathBuf};

use raceproof_ir::Program;
use raceproof_machine::{Schedule, Signals, ThreadId, Turn, What, Witness, Work};
use raceproof_portfolio::{Division, Extern, Failing, Setting};
use serde::{Deserialize, Serialize};

use super::arguments::{Color, DataModel, InputArguments, Macro};

/// The format and its version.
const FORMAT: &str = "raceproof witness 2";

/// Before the number of a step that fails, or not.
const SOMETIMES: &str = "sometimes ";

/// What a witness file says. Paths are relative to where the check ran.
#[derive(Debug, Serialize, Deserialize)]
pub struct WitnessFile {
    format: String,
    #[serde(flatten)]
    read: Read,
    /// `argv`.
    args: Vec<String>,
    /// Values of macros that win over definitions in the files: `N=3`.
    #[serde(default)]
    overrides: Vec<String>,
    /// Initial values of objects.
    #[serde(default)]
    objects: Vec<(String, i64)>,
    /// What else is around it.
    #[serde(flatten)]
    world: Surroundings,
    /// Whether blocks of the heap are larger than was asked for.
    #[serde(default)]
    roomy: bool,
    /// Whether functions that nobody defines access nothing.
    #[serde(default)]
    pure: bool,
    #[serde(flatten)]
    threads: Threads,
    /// A hash of the program: it must be the same when the schedule is replayed.
    program: String,
    /// Who does what, one turn after the other: `1 run`, `1 access 3` or `1 take 0`.
    schedule: Vec<String>,
}

/// What threads are like.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Threads {
    /// The size of OpenMP teams, if the program has any.
    team: Option<u32>,
    /// How static loops are divided, if not as usual.
    #[serde(default)]
    division: Option<u32>,
    /// Whether waits on condition variables end only when somebody wakes the thread.
    #[serde(default)]
    faithful_waits: bool,
    /// The lanes of a vector loop that race, if no threads do.
    #[serde(default)]
    lanes: Option<[Lane; 2]>,
}

/// A lane: how near others must be to be beside it, the number of the loop, and its own.
type Lane = (u64, u64, u64);

/// What is read, and how.
#[derive(Debug, Serialize, Deserialize)]
struct Read {
    files: Vec<PathBuf>,
    include_dirs: Vec<PathBuf>,
    macros: Vec<String>,
    include: Vec<PathBuf>,
    std: Option<String>,
    ilp32: Option<bool>,
    database: Option<PathBuf>,
    /// Which program of the project it is, if its files are not named.
    #[serde(default)]
    of_project: Option<String>,
    /// The functions of a library that threads call, and those that are called before.
    #[serde(default)]
    entry: Vec<String>,
    #[serde(default)]
    entry_init: Vec<String>,
    #[serde(default)]
    volatile_atomic: bool,
    /// Flags of compilers.
    #[serde(default)]
    compiler_flags: Vec<String>,
}

/// What is around a program, beside its arguments.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Surroundings {
    /// Contents of standard input: text, or bytes that are none.
    stdin: Bytes,
    /// Environment variables, as `NAME=value`.
    variables: Vec<String>,
    /// Files that can be read, by name.
    readable: Vec<(String, Bytes)>,
    /// How many processors the program is told of.
    processors: Option<u32>,
    /// The user whom it runs as.
    user: Option<u32>,
    /// Whether the standard streams are a terminal.
    terminal: bool,
    /// Whether signals arrive, and whether only late.
    signals: bool,
    late_signals: bool,
    /// Which steps fail for lack of memory or threads: `any`, or the number of one.
    failing: Option<String>,
    /// What arrives at sockets.
    network: Option<Bytes>,
    /// Whether it is the child of its own `fork`.
    child: bool,
}

/// What is in a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Bytes {
    Text(String),
    Raw(Vec<u8>),
}

impl Default for Bytes {
    fn default() -> Bytes {
        Bytes::Text(String::new())
    }
}

impl Bytes {
    fn new(bytes: &[u8]) -> Bytes {
        match std::str::from_utf8(bytes) {
            Ok(text) => Bytes::Text(text.to_owned()),
            Err(_) => Bytes::Raw(bytes.to_vec()),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Bytes::Text(text) => text.clone().into_bytes(),
            Bytes::Raw(bytes) => bytes.clone(),
        }
    }
}

fn lane_of(work: Work) -> Lane {
    let (doers, construct) = work.construct;
    (doers.word(), construct, work.number)
}

impl WitnessFile {
    /// The witness of a program that was read with these options.
    pub fn new(
        input: &InputArguments,
        macros: &[Macro],
        args: &[Vec<u8>],
        setting: &Setting,
        program: &Program,
        witness: &Witness,
        team: Option<u32>,
    ) -> Result<WitnessFile, String> {
        let args = args.iter().map(|arg| String::from_utf8(arg.clone()));
        let args = args
            .collect::<Result<_, _>>()
            .map_err(|_| "a witness cannot hold arguments that are not UTF-8")?;
        let option = |one: &Macro| match one {
            Macro::Define(text) => format!("-D{text}"),
            Macro::Undefine(text) => format!("-U{text}"),
        };
        Ok(WitnessFile {
            format: FORMAT.to_owned(),
            read: Read {
                files: input.files.clone(),
                include_dirs: input.include_dirs.clone(),
                macros: macros.iter().map(option).collect(),
                include: input.include.clone(),
                std: input.std.clone(),
                ilp32: input.data_model.map(|model| model == DataModel::Ilp32),
                database: input.database.clone(),
                of_project: input.program.clone(),
                entry: input.entry.clone(),
                entry_init: input.entry_init.clone(),
                volatile_atomic: input.volatile_atomic,
                compiler_flags: input.compiler_flags.clone(),
            },
            args,
            overrides: setting
                .macros
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            objects: setting
                .objects
                .iter()
                .map(|(name, value)| (name.clone(), *value as i64))
                .collect(),
            world: Surroundings {
                stdin: Bytes::new(&setting.stdin),
                variables: setting.variables.clone(),
                readable: setting
                    .files
                    .iter()
                    .map(|(name, bytes)| (name.clone(), Bytes::new(bytes)))
                    .collect(),
                processors: setting.processors,
                user: setting.user,
                terminal: setting.terminal,
                signals: setting.signals != Signals::Never,
                late_signals: setting.signals == Signals::Late,
                failing: setting.failing.map(|failing| match failing {
                    Failing::Any => "any".to_owned(),
                    Failing::Always(number) => number.to_string(),
                    Failing::Sometimes(number) => format!("{SOMETIMES}{number}"),
                }),
                network: setting.network.as_deref().map(Bytes::new),
                child: setting.child,
            },
            roomy: setting.roomy,
            pure: setting.what == Extern::Pure,
            threads: Threads {
                team,
                lanes: witness.lanes().map(|lanes| lanes.map(lane_of)),
                ..Threads::default()
            },
            program: fingerprint(program),
            schedule: witness.schedule().turns().iter().map(print_turn).collect(),
        })
    }

    /// The same of a run in which static loops are divided in this way.
    #[must_use]
    pub fn with_division(mut self, division: Division) -> WitnessFile {
        self.threads.division = (division != Division::default()).then(|| division.number());
        self
    }

    /// How static loops are divided.
    pub fn division(&self) -> Division {
        self.threads.division.map_or_else(Division::default, Division::of)
    }

    /// The same of a machine on which waits end only when somebody wakes the thread, or may end without a
    /// reason.
    #[must_use]
    pub fn with_faithful_waits(mut self, faithful_waits: bool) -> WitnessFile {
        self.threads.faithful_waits = faithful_waits;
        self
    }

    /// The same of one program of a project.
    #[must_use]
    pub fn with_program(mut self, name: Option<&str>) -> WitnessFile {
        self.read.of_project = name.map(str::to_owned);
        self
    }

    /// The lanes of a vector loop that race, if no threads do.
    pub fn lanes(&self) -> Option<[Work; 2]> {
        let work = |(near, construct, number): Lane| Work::begun(near, construct, number);
        self.threads.lanes.map(|lanes| lanes.map(work))
    }

    /// Whether waits on condition variables end only when somebody wakes the thread.
    pub fn faithful_waits(&self) -> bool {
        self.threads.faithful_waits
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let explain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut text = serde_json::to_string_pretty(self).map_err(|error| explain(&error))?;
        text.push('\n');
        super::write::file(path, &text)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<WitnessFile, String> {
        let explain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| explain(&error))?;
        WitnessFile::parse(&text).map_err(|reason| explain(&reason))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<WitnessFile, String> {
        let damaged = |error| format!("is no witness, or a damaged one: {error}");
        let file: WitnessFile = serde_json::from_str(text).map_err(damaged)?;
        match file.format == FORMAT {
            true => Ok(file),
            false => Err(format!("is a `{}`, not a `{FORMAT}`", file.format)),
        }
    }

    /// The options to read the program with.
    pub fn input(&self, color: Color) -> (InputArguments, Vec<Macro>) {
        let input = InputArguments {
            files: self.read.files.clone(),
            include_dirs: self.read.include_dirs.clone(),
            defines: Vec::new(),
            undefines: Vec::new(),
            std: self.read.std.clone(),
            include: self.read.include.clone(),
            data_model: self.read.ilp32.map(|ilp32| match ilp32 {
                true => DataModel::Ilp32,
                false => DataModel::Lp64,
            }),
            database: self.read.database.clone(),
            program: self.read.of_project.clone(),
            entry: self.read.entry.clone(),
            entry_init: self.read.entry_init.clone(),
            volatile_atomic: self.read.volatile_atomic,
            compiler_flags: self.read.compiler_flags.clone(),
            verbose: false,
            color,
        };
        let one = |text: &String| match text.strip_prefix("-U") {
            Some(name) => Macro::Undefine(name.to_owned()),
            None => Macro::Define(text.strip_prefix("-D").unwrap_or(text).to_owned()),
        };
        (input, self.read.macros.iter().map(one).collect())
    }

    /// `argv` of the program.
    pub fn args(&self) -> Vec<Vec<u8>> {
        self.args.iter().map(|arg| arg.clone().into_bytes()).collect()
    }

    /// The values of inputs.
    pub fn setting(&self) -> Setting {
        let pair = |text: &String| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            (name.to_owned(), value.to_owned())
        };
        Setting {
            macros: self.overrides.iter().map(pair).collect(),
            objects: self
                .objects
                .iter()
                .map(|(name, value)| (name.clone(), i128::from(*value)))
                .collect(),
            stdin: self.world.stdin.bytes(),
            variables: self.world.variables.clone(),
            files: self
                .world
                .readable
                .iter()
                .map(|(name, bytes)| (name.clone(), bytes.bytes()))
                .collect(),
            processors: self.world.processors,
            user: self.world.user,
            terminal: self.world.terminal,
            signals: match (self.world.signals, self.world.late_signals) {
                (false, _) => Signals::Never,
                (true, false) => Signals::Soon,
                (true, true) => Signals::Late,
            },
            failing: self.world.failing.as_ref().map(|text| {
                let number = text.strip_prefix(SOMETIMES).and_then(|rest| rest.parse().ok());
                match (number, text.parse()) {
                    (Some(number), _) => Failing::Sometimes(number),
                    (None, Ok(number)) => Failing::Always(number),
                    (None, Err(_)) => Failing::Any,
                }
            }),
            network: self.world.network.as_ref().map(Bytes::bytes),
            child: self.world.child,
            roomy: self.roomy,
            what: match self.pure {
                true => Extern::Pure,
                false => Extern::default(),
            },
            ..Setting::default()
        }
    }

    /// The size of OpenMP teams.
    pub fn team(&self) -> Option<u32> {
        self.threads.team
    }

    /// Whether this is the program that the witness is about.
    pub fn is_about(&self, program: &Program) -> bool {
        self.program == fingerprint(program)
    }

    /// The schedule.
    pub fn schedule(&self) -> Result<Schedule, String> {
        let turns: Option<Vec<Turn>> = self.schedule.iter().map(|text| parse_turn(text)).collect();
        turns
            .map(Schedule::new)
            .ok_or_else(|| "the schedule of the witness is damaged".to_owned())
    }
}

fn print_turn(turn: &Turn) -> String {
    let thread = turn.thread.0;
    match turn.what {
        What::Run => format!("{thread} run"),
        What::Access(count) => format!("{thread} access {count}"),
        What::Take(choice) => format!("{thread} take {choice}"),
    }
}

fn parse_turn(text: &str) -> Option<Turn> {
    let words: Vec<&str> = text.split(' ').collect();
    let thread = |text: &str| text.parse().ok().map(ThreadId);
    match words.as_slice() {
        [id, "run"] => Some(Turn::run(thread(id)?)),
        [id, "access", count] => Some(Turn {
            thread: thread(id)?,
            what: What::Access(count.parse().ok()?),
        }),
        [id, "take", choice] => Some(Turn::take(thread(id)?, choice.parse().ok()?)),
        _ => None,
    }
}

/// A hash of the program's text without its positions, so that a change of a comment does no harm.
fn fingerprint(program: &Program) -> String {
    let text = program.text_without_spans().to_string();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_read_back() {
        for turn in [
            Turn::run(ThreadId(0)),
            Turn::access(ThreadId(12)),
            Turn::take(ThreadId(3), u64::MAX),
        ] {
            assert_eq!(parse_turn(&print_turn(&turn)), Some(turn));
        }
        for damaged in [
            "", "run", "x run", "1 walk", "1 access", "1 take", "1 take x", "1 run 2",
        ] {
            assert_eq!(parse_turn(damaged), None);
        }
    }
}
