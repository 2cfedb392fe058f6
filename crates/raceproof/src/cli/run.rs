//! `raceproof run`: the program executes as if it were compiled.

use std::io::{BufWriter, ErrorKind, IsTerminal as _, Read as _, Write};
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use raceproof_ir::Program;
use raceproof_library::{World, looks_at};
use raceproof_machine::{
    Config, Machine, Note, Schedule, Stop, Stream, Witness, replay as replay_schedule, replay_lanes,
};
use raceproof_report::text::{self, Options};
use raceproof_report::{Describe, Finding, Sources};

use super::arguments::{Macro, RunArguments};
use super::replay::{self, Run};
use super::witness::WitnessFile;
use super::{Status, complain, input};
use crate::execute::{End, Execution, execute};
use crate::load::quotable;
use crate::log::Log;

/// The program has a defect: the status of a process that `abort` ended.
const DEFECT: Status = Status(134);

/// Whoever read our output has gone: the status of a process that the signal for this ended.
const CLOSED: i32 = 141;

/// Executes a program.
pub fn run(arguments: &RunArguments, macros: &[Macro]) -> Status {
    let prepared = match &arguments.schedule {
        Some(path) => follow(path, arguments),
        None => prepare(arguments, macros),
    };
    let Some(Run {
        loaded,
        config,
        schedule,
        lanes,
    }) = prepared
    else {
        return Status::REJECTED;
    };
    let machine = Machine::new(&loaded.program, config);
    let mut console = Console::new();
    let mut log = arguments.trace.as_ref().map(|_| Log::default());
    let mut print = |stream, bytes: &[u8]| console.print(stream, bytes);
    let execution = execute(&machine, &schedule, arguments.seed, &mut print, log.as_mut());
    console.flush();
    let sources = quotable(&loaded.sources);
    let teller = Teller {
        describe: Describe::new(&machine, &sources),
        sources: &sources,
        color: arguments.input.color.on(&std::io::stderr()),
    };
    if arguments.input.verbose {
        teller.tell_notes(&execution);
    }
    if arguments.schedule.is_some() {
        // The same run again, with an eye on what orders the accesses.
        let witness = match lanes {
            Some(lanes) => replay_lanes(&machine, &schedule, lanes, None),
            None => replay_schedule(&machine, &schedule, None),
        };
        teller.tell_race(witness.as_ref());
    }
    if let (Some(path), Some(log)) = (&arguments.trace, &log) {
        let bytes = log.encode(&teller.describe, &execution.state);
        if let Err(error) = std::fs::write(path, bytes) {
            complain(&format!("{}: {error}", path.display()));
            return Status::REJECTED;
        }
    }
    teller.conclude(&execution)
}

/// The run that the command line describes.
fn prepare(arguments: &RunArguments, macros: &[Macro]) -> Option<Run> {
    let (files, mut loaded) = input::read(&arguments.input, macros)?;
    loaded.set_threads(arguments.threads);
    if loaded.program.entry.is_none() {
        complain("the program has no `main`: give all of its files, the one with `main` among them");
        return None;
    }
    let stdin = match read_stdin(&loaded.program) {
        Ok(stdin) => stdin,
        Err(error) => {
            complain(&format!("standard input: {error}"));
            return None;
        }
    };
    let config = Config {
        args: files.arguments(&arguments.args),
        variables: variables(),
        stdin,
        faithful_waits: true,
        needs_all_code: true,
        ..Config::default()
    };
    Some(Run {
        loaded,
        config,
        schedule: Schedule::default(),
        lanes: None,
    })
}

/// The run of a witness, which must be of the program that is named.
fn follow(path: &Path, arguments: &RunArguments) -> Option<Run> {
    let file = WitnessFile::read(path)
        .map_err(|message| complain(&message))
        .ok()?;
    let (of_witness, _) = file.input(arguments.input.color);
    if of_witness.files != arguments.input.files {
        let files: Vec<String> = of_witness
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        complain(&format!(
            "{} is the witness of {}; name these files",
            path.display(),
            files.join(" ")
        ));
        return None;
    }
    replay::read(path, arguments.input.color)
}

/// Reads all of standard input if the program can ask for it; else nobody should have to close it.
fn read_stdin(program: &Program) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let reads = |function: &raceproof_ir::Function| {
        function.blocks.is_empty() && looks_at(&function.name, World::Input)
    };
    if program.functions.iter().any(reads) {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Our environment variables, in the order of their names.
fn variables() -> Vec<Vec<u8>> {
    let mut variables: Vec<Vec<u8>> = std::env::vars_os()
        .map(|(name, value)| [name.into_vec(), value.into_vec()].join(&b'='))
        .collect();
    variables.sort();
    variables
}

/// Where the program prints. Standard output is buffered as C does it: by lines for a terminal.
struct Console {
    stdout: BufWriter<std::io::Stdout>,
    by_line: bool,
}

impl Console {
    fn new() -> Console {
        let stdout = std::io::stdout();
        Console {
            by_line: stdout.is_terminal(),
            stdout: BufWriter::with_capacity(1 << 16, stdout),
        }
    }

    fn print(&mut self, stream: Stream, bytes: &[u8]) {
        let result = match stream {
            Stream::Stdout => {
                let written = self.stdout.write_all(bytes);
                match self.by_line && bytes.contains(&b'\n') {
                    true => written.and_then(|()| self.stdout.flush()),
                    false => written,
                }
            }
            Stream::Stderr => std::io::stderr().write_all(bytes),
            Stream::File => Ok(()),
        };
        end_if_closed(result);
    }

    fn flush(&mut self) {
        end_if_closed(self.stdout.flush());
    }
}

/// A program that writes to a closed pipe ends there and then; other errors it would not notice.
fn end_if_closed(result: std::io::Result<()>) {
    if result.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        std::process::exit(CLOSED);
    }
}

/// Tells how an execution went.
struct Teller<'a> {
    describe: Describe<'a>,
    sources: &'a Sources,
    color: bool,
}

impl Teller<'_> {
    fn conclude(&self, execution: &Execution) -> Status {
        match &execution.end {
            // As the system does it, only the last eight bits count.
            End::Exit(status) => Status(*status as u8),
            End::Ignored => {
                complain("an assumption of the program does not hold, so this execution does not count");
                Status::UNKNOWN
            }
            End::Deadlock(waiting) => {
                self.tell_defect(&self.describe.deadlock(waiting, &execution.state, &[]))
            }
            End::Stop(Stop::Fault(fault)) => self.tell_defect(&self.describe.fault(fault, &execution.state)),
            End::Stop(Stop::Gap(gap)) => {
                let message = format!("not supported: {}", gap.what);
                self.tell("error", &message, &self.describe.site(gap.site));
                Status::UNKNOWN
            }
        }
    }

    fn tell_defect(&self, finding: &Finding) -> Status {
        let options = Options {
            color: self.color,
            ..Options::default()
        };
        print_error(&text::render_finding(finding, self.sources, options));
        DEFECT
    }

    /// Says whether the schedule led to a race.
    fn tell_race(&self, witness: Option<&Witness>) {
        let Some(witness) = witness else {
            print_error("note: the schedule did not lead to a race\n");
            return;
        };
        let finding = self.describe.race(witness);
        let places: Vec<String> = finding
            .accesses
            .iter()
            .map(|access| access.at.line_of_file())
            .collect();
        let (message, places) = (&finding.message, places.join(" and "));
        print_error(&format!("note: the schedule led to the {message}, at {places}\n"));
    }

    fn tell_notes(&self, execution: &Execution) {
        for (note, site) in execution.notes.list() {
            let message = match note {
                Note::SignedOverflow => "signed overflow; the result wraps around",
                Note::UninitialisedRead => "read of bytes that were never written",
                Note::MissingArgument => "call with too few arguments; the missing ones are zero",
                Note::FloatOutOfRange => "conversion of a float that the integer type cannot hold",
            };
            self.tell("note", message, &self.describe.site(*site));
        }
        print_error(&format!("note: {} accesses to memory\n", execution.accesses));
    }

    fn tell(&self, level: &str, message: &str, at: &raceproof_report::Location) {
        print_error(&text::render_message(
            level,
            message,
            at,
            self.sources,
            self.color,
        ));
    }
}

fn print_error(text: &str) {
    // Nothing sensible can be done if that fails.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
