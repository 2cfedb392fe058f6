//! What can be typed.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use raceproof_portfolio::Extern;
use raceproof_report::{Ignore, Kind};

use super::range::Range;
use super::unit;

/// Proves C programs free of data races, or shows the race.
#[derive(Debug, Parser)]
#[command(name = "raceproof", version, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove a program free of data races, or show the race
    Check(Box<CheckArguments>),
    /// Go through the schedule of a witness
    Replay(ReplayArguments),
    /// Follow the witness of another tool (YAML, version 2) to the race that it claims
    Validate(ValidateArguments),
    /// Execute a program: its output, its exit status
    Run(RunArguments),
    /// Print the intermediate representation of a program
    Ir(IrArguments),
    /// Say what a code such as RP001 means and what helps
    Explain(ExplainArguments),
    /// Print completions for a shell
    Completions(CompletionsArguments),
    /// Print the manual page of raceproof or of one of its commands
    Man(ManArguments),
    /// Find races in a recorded trace, and predict those of its reorderings
    Trace(super::trace::TraceArguments),
    /// Serve an editor: check programs when their files are opened or saved (language server protocol)
    Lsp,
    /// Stand in for the compiler of a build, and remember what it compiled: make CC="raceproof cc"
    #[command(disable_help_flag = true)]
    Cc(CcArguments),
    /// Run a program that was built with `cc --record`, and write a trace of what its threads did
    Record(super::record::RecordArguments),
    /// Compile and link C++ for `record`: make CXX="raceproof c++ --record"
    #[command(name = "c++", disable_help_flag = true)]
    Cpp(CcArguments),
}

/// Arguments of `cc`, which are those of the compiler.
#[derive(Debug, Args)]
pub struct CcArguments {
    /// What the compiler is told
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<std::ffi::OsString>,
}

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// A code or its word: RP001 or race; all of them if none is given
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// Options of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Options of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// One of the commands
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// Options of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Exit status: 0 race-free within the stated coverage, or all races are suppressed; 1 race found; 2 bad usage
or input; 3 unknown.

Examples:
  raceproof check bank.c                                  one file
  raceproof check -Iinclude -DN=4 a.c b.c -- 10           several, with options of the compiler and an argument
  raceproof check --stdin in.txt --env MODE=fast a.c      what is pinned of the world; the rest may be anything
  raceproof check --threads 2..8 --input N=1..16 loop.c   larger teams, every value of N
  raceproof check --witness race.json bank.c              keep the race; `raceproof replay race.json` shows it
  raceproof check --format sarif -o a.sarif --format text a.c   for an editor, and for people
  raceproof check --each --jobs 4 *.c                     many programs of one file each, and a table of them
  raceproof check                                         the programs of raceproof.toml")]
pub struct CheckArguments {
    /// The program.
    #[command(flatten)]
    pub input: InputArguments,
    /// Sizes of OpenMP teams where the program does not fix them; the smallest that has a race is reported
    /// [default: 2..4, and up to 8 where that is cheap]
    #[arg(long, value_name = "N|A..B", value_parser = sizes)]
    pub threads: Option<RangeInclusive<u32>>,
    /// What is pinned of the world.
    #[command(flatten)]
    pub world: WorldArguments,
    /// Who is to answer, and how.
    #[command(flatten)]
    pub method: MethodArguments,
    /// Set a number that raceproof has chosen, for an experiment; `-Z help` lists them
    #[arg(short = 'Z', value_name = "NAME=NUMBER")]
    pub numbers: Vec<String>,
    /// Let waits on condition variables end only when somebody wakes the thread, which POSIX does not promise
    #[arg(long)]
    pub no_spurious_wakeups: bool,
    /// Go on after the first race and list the other pairs of places too
    #[arg(long)]
    pub all: bool,
    /// Stop after this time: seconds, or a number with ms, s, m or h
    #[arg(long, value_name = "TIME", value_parser = unit::time)]
    pub time_limit: Option<Duration>,
    /// Stop when raceproof itself takes so much memory: MiB, or a number with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = unit::memory)]
    pub memory_limit: usize,
    /// Stop after so many stored states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Each FILE is a program of its own; --jobs says how many are checked at a time, and --time-limit is for
    /// each of them
    #[arg(long, conflicts_with_all = ["database", "witness", "reproducer"], requires = "files")]
    pub each: bool,
    /// Let so many engines work at a time, and so many threads share the search of `graph`; with one the
    /// output is the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: u32,
    /// How the result is shown.
    #[command(flatten)]
    pub show: ShowArguments,
    /// Write the schedule of the first race to this file, for `replay`; if it ends in .yml, write a witness
    /// of a race or of a proof in the format that verifiers exchange
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Write a program to this file that follows the schedule of the first race, for ThreadSanitizer:
    /// cc -pthread -fsanitize=thread FILE.c
    #[arg(long, value_name = "FILE.c")]
    pub reproducer: Option<PathBuf>,
    /// Defects other than races that make the status 1 too: deadlock, assertion, memory, …, or all
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = denied)]
    pub deny: Vec<Denied>,
    /// What is known and wanted no more.
    #[command(flatten)]
    pub known: KnownArguments,
    /// Arguments of the program itself
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<std::ffi::OsString>,
}

/// Which engine is asked, and how it works.
#[derive(Clone, Debug, Args)]
pub struct MethodArguments {
    /// Who is to answer
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: Engine,
    /// By which order the engine dpor finds races and tells executions apart
    #[arg(long, value_name = "NAME", default_value = "hb")]
    pub order: Order,
    /// How that engine explores: `exact` is for tasks, `classic` for dpor, `stateless` for lockset
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub algorithm: Algorithm,
    /// Rounds of the symbolic engine: every thread runs once in each (default: as many as are needed)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// How often the symbolic engine follows loops and recursion (default: 1, 2, 4, up to 32)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind: Option<u32>,
}

/// Which findings are known.
#[derive(Clone, Debug, Args)]
pub struct KnownArguments {
    /// Take settings, programs and suppressions from this file [default: raceproof.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Suppress findings as a file of ThreadSanitizer says: race:PATTERN in each line
    #[arg(long, value_name = "FILE")]
    pub suppressions: Vec<PathBuf>,
    /// Suppress the findings of an older result (`--format json`): only new ones make the status 1
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Rules of the configuration.
    #[arg(skip)]
    pub ignore: Vec<Ignore>,
}

/// How a result is shown.
#[derive(Clone, Debug, Args)]
pub struct ShowArguments {
    /// How to print the result [default: text]; may be given several times, each with its `-o`
    #[arg(long = "format", value_name = "FORMAT")]
    pub formats: Vec<Format>,
    /// Write the result to this file instead of standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// Which format goes where.
    #[arg(skip)]
    pub outputs: Vec<Output>,
    /// List the shared objects: what protects each, and who accesses it; in SARIF, open pairs of accesses as
    /// notes
    #[arg(long, conflicts_with = "quiet")]
    pub objects: bool,
    /// One line for each finding and the verdict; no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Show the page of `--format html` in a browser: the one that $BROWSER names, or the system's
    #[arg(long)]
    pub open: bool,
    /// Answer the property in this file, which must be `G ! data-race`: the text ends with `result: true`,
    /// `false(no-data-race)` or `unknown`
    #[arg(long, value_name = "FILE.prp", value_parser = property)]
    pub property: Option<()>,
}

/// What a check takes as given; the rest of the world may be anything.
#[derive(Clone, Debug, Args)]
pub struct WorldArguments {
    /// Check every value of a macro, an object of static storage duration, or argv[i]
    #[arg(long = "input", value_name = "NAME=V|A..B", value_parser = Range::parse)]
    pub ranges: Vec<Range>,
    /// Take what is in this file as the standard input
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Take these files and no others: NAME with what is in PATH, or all below DIR; they are read once, when
    /// the check starts
    #[arg(long = "file", id = "readable", value_name = "NAME=PATH|DIR")]
    pub files: Vec<String>,
    /// Take these environment variables and no others
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    pub variables: Vec<String>,
    /// Tell the program that there are so many processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub processors: Option<u32>,
    /// What functions do that no file defines: access nothing, what their arguments point to, or anything
    #[arg(long = "extern", value_name = "WHAT", default_value = "arguments")]
    pub extern_code: ExternCode,
    /// Let nothing fail for lack of memory or threads
    #[arg(long)]
    pub no_failures: bool,
    /// Take all else as if there were nothing: no arguments, nothing to read, no files, no signals; the
    /// answer is about that world only, and says so
    #[arg(long)]
    pub closed_world: bool,
}

/// Options of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// What `check --witness` wrote
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// Go through the schedule step by step: on a terminal by keys, forward and back; elsewhere each step
    /// waits for a line of the input
    #[arg(long)]
    pub step: bool,
    /// Write a program to this file that follows the schedule, for ThreadSanitizer:
    /// cc -pthread -fsanitize=thread FILE.c
    #[arg(long, value_name = "FILE.c")]
    pub reproducer: Option<PathBuf>,
    /// Colours in messages
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// Options of `validate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 1 the race was met; 3 it was not; 2 the witness or the program cannot be read.")]
pub struct ValidateArguments {
    /// A violation witness
    #[arg(value_name = "WITNESS.yml")]
    pub witness: PathBuf,
    /// The program; without files, those that the witness names.
    #[command(flatten)]
    pub input: InputArguments,
}

/// A search procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The cheapest that is conclusive.
    Auto,
    /// One run, where it tells about all schedules.
    Once,
    /// Search of the race-detecting state graph.
    Graph,
    /// Search with locksets that goes on after a race: finds the defects of racy programs too.
    Lockset,
    /// One execution for each order of dependent operations.
    Dpor,
    /// Computation graphs of task-parallel programs.
    Tasks,
    /// Every interleaving, for tiny programs.
    Oracle,
    /// Formulas with inputs and schedules left free, solved for growing bounds.
    Symbolic,
    /// A proof for each thread alone, for any inputs and any number of threads; finds no races.
    Modular,
}

/// A partial order over the events of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// Happens-before, for every program.
    Hb,
    /// Weak-causally-precedes, for threads that hold one lock at a time.
    Wcp,
    /// Does-not-commute, for threads that hold one lock at a time: fewest executions.
    Dc,
}

/// How an engine explores, to compare with what the literature does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// The one that explores least.
    Best,
    /// Every computation graph once, for the engine tasks.
    Exact,
    /// Backtracking without source sets and sleep sets, for the engine dpor.
    Classic,
    /// Without stored states, for the engine lockset.
    Stateless,
}

/// A form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; docs/schema.json describes it.
    Json,
    /// For a browser: one page with the source lines and the schedule thread by thread.
    Html,
    /// The computation graph of a task-parallel program, for Graphviz; racing nodes are red.
    Dot,
    /// For editors and code review: SARIF 2.1.0.
    Sarif,
    /// For GitHub Actions: annotations of the lines.
    Github,
    /// For GitLab: a code quality report.
    Gitlab,
    /// For servers that show tests: JUnit's XML, a test case for each program.
    Junit,
}

/// A format and the file that it goes to; standard output if none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How.
    pub format: Format,
    /// Where.
    pub path: Option<PathBuf>,
}

impl ShowArguments {
    /// Whether a format is wanted.
    pub fn has(&self, format: Format) -> bool {
        self.outputs.iter().any(|output| output.format == format)
    }

    /// Pairs formats and files as they were typed: a file belongs to the format before it, or else to the one
    /// after it.
    ///
    /// # Errors
    ///
    /// Two results for one place.
    pub fn pair(&mut self, matches: &ArgMatches) -> Result<(), String> {
        let indices = |name: &str| matches.indices_of(name).map_or_else(Vec::new, Iterator::collect);
        let formats = indices("formats")
            .into_iter()
            .zip(self.formats.iter().map(|it| Ok(*it)));
        let paths = indices("paths").into_iter().zip(self.paths.iter().map(Err));
        let mut typed: Vec<(usize, Result<Format, &PathBuf>)> = formats.chain(paths).collect();
        typed.sort_by_key(|(index, _)| *index);
        let mut outputs: Vec<Output> = Vec::new();
        let mut early: Option<PathBuf> = None;
        for (_, one) in typed {
            match (one, outputs.last_mut()) {
                (Ok(format), _) => outputs.push(Output {
                    format,
                    path: early.take(),
                }),
                (Err(path), Some(last)) if last.path.is_none() => last.path = Some(path.clone()),
                (Err(path), _) if early.is_none() => early = Some(path.clone()),
                (Err(path), _) => return Err(format!("no `--format` is left for `-o {}`", path.display())),
            }
        }
        if let Some(path) = early {
            if !outputs.is_empty() {
                return Err(format!("no `--format` is left for `-o {}`", path.display()));
            }
            outputs.push(Output {
                format: Format::Text,
                path: Some(path),
            });
        }
        if outputs.is_empty() {
            outputs.push(Output {
                format: Format::Text,
                path: None,
            });
        }
        let mut places: Vec<Option<&PathBuf>> = outputs.iter().map(|output| output.path.as_ref()).collect();
        places.sort();
        if let Some(twice) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(match twice[0] {
                Some(path) => format!("two results would go to {}", path.display()),
                None => "two formats go to standard output: give each but one a file with `-o`".to_owned(),
            });
        }
        self.outputs = outputs;
        Ok(())
    }
}

/// `N` or `A..B`, both ends included.
fn sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| {
        text.parse::<u32>()
            .map_err(|error| format!("{error}: write N or A..B"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    match 1 <= first && first <= last {
        true => Ok(first..=last),
        false => Err("the range is empty".to_owned()),
    }
}

/// The property of a file, which can only be that there are no data races.
fn property(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let words: String = text.split_whitespace().collect();
    match words == "CHECK(init(main()),LTL(G!data-race))" {
        true => Ok(()),
        false => Err("raceproof answers `CHECK( init(main()), LTL(G ! data-race) )` only".to_owned()),
    }
}

fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("write NAME=VALUE".to_owned()),
    }
}

/// Defects that make the status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Those of one kind.
    One(Kind),
    /// All.
    All,
}

impl Denied {
    /// Whether defects of this kind are meant.
    pub fn has(self, kind: Kind) -> bool {
        match self {
            Denied::One(one) => one == kind,
            Denied::All => true,
        }
    }
}

fn denied(text: &str) -> Result<Denied, String> {
    if text == "all" {
        return Ok(Denied::All);
    }
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Race);
    let found = kinds.clone().find(|kind| kind.word() == text);
    found.map(Denied::One).ok_or_else(|| {
        let known = kinds.fold(String::new(), |list, kind| format!("{list}{}, ", kind.word()));
        format!("the kinds are {known}or all")
    })
}

/// Options of `run`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: that of the program; 134 if it has a defect (it is printed); 3 if it does something that \
raceproof does not support; 2 if it cannot be understood.")]
pub struct RunArguments {
    /// The program.
    #[command(flatten)]
    pub input: InputArguments,
    /// Size of OpenMP teams where the program does not fix it
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
    /// Draw the schedule and nondeterministic values with this seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Follow the schedule of this witness of the program, with its arguments and inputs, then go on by the
    /// seed
    #[arg(long, value_name = "WITNESS", conflicts_with_all = ["threads", "args"])]
    pub schedule: Option<PathBuf>,
    /// Write what threads do to a file, for `trace`
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Arguments of the program itself
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<std::ffi::OsString>,
}

/// Options of `ir`.
#[derive(Debug, Args)]
pub struct IrArguments {
    /// The program.
    #[command(flatten)]
    pub input: InputArguments,
    /// Write to this file instead of standard output
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The files of a program and how they are to be read.
#[derive(Clone, Debug, Args)]
pub struct InputArguments {
    /// C sources (.c, .i) of one program, or one .task or .ir file; with -p, none for all programs of the
    /// project
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Search a directory for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// Define a macro, as 1 if no value is given
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefines: Vec<String>,
    /// The dialect of C [also: -std=NAME]
    #[arg(long, value_name = "NAME")]
    pub std: Option<String>,
    /// Include a file before the first line [also: -include FILE]
    #[arg(long, value_name = "FILE")]
    pub include: Vec<PathBuf>,
    /// Sizes of types: 64-bit long and pointers, or 32-bit [default: lp64, or as the build says]
    #[arg(long, value_name = "MODEL")]
    pub data_model: Option<DataModel>,
    /// A project: each file's options are in compile_commands.json in this directory
    #[arg(short = 'p', value_name = "DIR")]
    pub database: Option<PathBuf>,
    /// Only this program of the project: the name of what is linked, or of the file with `main`
    #[arg(long, value_name = "NAME", requires = "database")]
    pub program: Option<String>,
    /// Check a library, which needs no `main`: any threads call these functions, in any order, on one object
    /// of each type that they all share and on their own ones
    #[arg(long, value_name = "F[,G…]", value_delimiter = ',')]
    pub entry: Vec<String>,
    /// Functions that one thread calls before: they make the objects, or make them ready
    #[arg(long, value_name = "F[,G…]", value_delimiter = ',', requires = "entry")]
    pub entry_init: Vec<String>,
    /// Take accesses to volatile scalars as relaxed atomics, as programs older than C11 mean them
    #[arg(long)]
    pub volatile_atomic: bool,
    /// Flags of compilers, one word after the other.
    #[arg(long = "compiler-flag", hide = true, allow_hyphen_values = true)]
    pub compiler_flags: Vec<String>,
    /// Print warnings and notes too
    #[arg(short, long)]
    pub verbose: bool,
    /// Colours in messages
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// What functions do that no file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExternCode {
    /// They access nothing.
    Pure,
    /// They access what their arguments point to.
    Arguments,
    /// They may do anything: calling one makes the answer unknown.
    Anything,
}

impl From<ExternCode> for Extern {
    fn from(code: ExternCode) -> Extern {
        match code {
            ExternCode::Pure => Extern::Pure,
            ExternCode::Arguments => Extern::Arguments,
            ExternCode::Anything => Extern::Anything,
        }
    }
}

/// Sizes of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to use colours in a stream.
    pub fn on(self, stream: &impl std::io::IsTerminal) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && stream.is_terminal()
            }
        }
    }
}

/// One `-D` or `-U`. Their order decides, as for every compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Macro {
    /// `-DNAME=VALUE` or `-DNAME`.
    Define(String),
    /// `-UNAME`.
    Undefine(String),
}

/// The `-D` and `-U` options of a command in the order in which they were typed.
pub fn macros(matches: &ArgMatches) -> Vec<Macro> {
    let command = matches.subcommand().map_or(matches, |(_, matches)| matches);
    let values = |name: &str| {
        // `replay` has no such options.
        let values = command
            .try_get_many::<String>(name)
            .ok()
            .flatten()
            .unwrap_or_default();
        let values: Vec<&String> = values.collect();
        let indices = match values.is_empty() {
            true => clap::parser::Indices::default(),
            false => command.indices_of(name).unwrap_or_default(),
        };
        indices.zip(values)
    };
    let defines = values("defines").map(|(index, text)| (index, Macro::Define(text.clone())));
    let undefines = values("undefines").map(|(index, text)| (index, Macro::Undefine(text.clone())));
    let mut found: Vec<(usize, Macro)> = defines.chain(undefines).collect();
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, FromArgMatches};

    use super::*;
    use crate::cli::spelling::respell;

    fn parse(args: &[&str]) -> (InputArguments, Vec<Macro>) {
        let args = respell(args.iter().map(Into::into));
        let matches = Arguments::command().try_get_matches_from(args).unwrap();
        let arguments = Arguments::from_arg_matches(&matches).unwrap();
        let input = match arguments.command {
            Command::Check(check) => check.input,
            Command::Run(run) => run.input,
            Command::Ir(ir) => ir.input,
            _ => panic!("no input"),
        };
        (input, macros(&matches))
    }

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn compiler_options_may_be_attached_or_apart() {
        let line = [
            "raceproof",
            "ir",
            "-Ia",
            "-I",
            "b",
            "-std=c11",
            "-DX=1=2",
            "-D",
            "Y",
            "a.c",
            "b.c",
        ];
        let (input, macros) = parse(&line);
        assert_eq!(input.include_dirs, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(input.std.as_deref(), Some("c11"));
        assert_eq!(macros, [Macro::Define("X=1=2".into()), Macro::Define("Y".into())]);
        assert_eq!(input.files, [PathBuf::from("a.c"), PathBuf::from("b.c")]);
    }

    fn outputs(args: &[&str]) -> Result<Vec<(Format, Option<String>)>, String> {
        let args = [&["raceproof", "check", "a.c"], args].concat();
        let matches = Arguments::command().try_get_matches_from(args).unwrap();
        let Command::Check(mut check) = Arguments::from_arg_matches(&matches).unwrap().command else {
            panic!("another command");
        };
        check.show.pair(matches.subcommand().unwrap().1)?;
        let pair = |output: Output| (output.format, output.path.map(|path| path.display().to_string()));
        Ok(check.show.outputs.into_iter().map(pair).collect())
    }

    #[test]
    fn each_format_has_its_place() {
        let to = |name: &str| Some(name.to_owned());
        assert_eq!(outputs(&[]), Ok(vec![(Format::Text, None)]));
        assert_eq!(outputs(&["-o", "f"]), Ok(vec![(Format::Text, to("f"))]));
        assert_eq!(
            outputs(&["-o", "f", "--format", "json"]),
            Ok(vec![(Format::Json, to("f"))])
        );
        assert_eq!(
            outputs(&[
                "--format", "text", "--format", "json", "-o", "j", "--format", "html", "-o", "h"
            ]),
            Ok(vec![
                (Format::Text, None),
                (Format::Json, to("j")),
                (Format::Html, to("h"))
            ])
        );
        for wrong in [
            &["--format", "json", "--format", "text"][..],
            &["-o", "a", "-o", "b"],
            &["--format", "json", "-o", "a", "-o", "b"],
            &["--format", "json", "-o", "a", "--format", "html", "-o", "a"],
        ] {
            assert!(outputs(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(sizes("3"), Ok(3..=3));
        assert_eq!(sizes("2..4"), Ok(2..=4));
        for wrong in ["", "0", "0..2", "4..2", "2..", "a..b", "2...4"] {
            assert!(sizes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn definitions_and_undefinitions_keep_their_order() {
        let (_, macros) = parse(&[
            "raceproof",
            "run",
            "-UA",
            "-DA=1",
            "-UB",
            "a.c",
            "-DB",
            "--",
            "-DC",
        ]);
        let (define, undefine) = (
            |x: &str| Macro::Define(x.into()),
            |x: &str| Macro::Undefine(x.into()),
        );
        assert_eq!(macros, [undefine("A"), define("A=1"), undefine("B"), define("B")]);
    }
}
