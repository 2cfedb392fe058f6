//! `raceproof record`: runs a program that was built for it, and keeps what its threads did as a trace.
//!
//! The program writes a recording, which is there however it ends. Of that the trace is made, with the names
//! of places and data that debug information has.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use raceproof_record::{FILE, LIMIT};
use raceproof_trace::Recording;

use super::symbols::Image;
use super::{Status, complain};

/// Options of `record`.
#[derive(Debug, Args)]
#[command(after_help = "\
The program was built with `raceproof cc --record` or `raceproof c++ --record` instead of the compiler.

Exit status: that of the program; 2 if nothing was recorded.

Examples:
  raceproof cc --record -O1 prog.c -o prog    make CC=\"raceproof cc --record\"
  raceproof record -- ./prog ARGS             writes prog.trace
  raceproof trace prog.trace")]
pub struct RecordArguments {
    /// Where the trace goes [default: the name of the program with .trace]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Record no more than that many MiB; what follows is left out
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub limit: u64,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<std::ffi::OsString>,
}

/// Records a program.
pub fn run(arguments: &RecordArguments) -> Status {
    match record(arguments) {
        Ok(status) => status,
        Err(message) => {
            complain(&message);
            Status::REJECTED
        }
    }
}

fn record(arguments: &RecordArguments) -> Result<Status, String> {
    let program = Path::new(&arguments.program[0]);
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None => {
            let mut name = program.file_name().unwrap_or_default().to_owned();
            name.push(".trace");
            name.into()
        }
    };
    let home = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let directory = tempfile::tempdir_in(home).map_err(|error| told(home, error))?;
    let directory_path = directory
        .path()
        .canonicalize()
        .map_err(|error| told(home, error))?;
    let recording = directory_path.join("recording");
    // Who interrupts means the program: what it did until then is kept.
    let _ = ctrlc::set_handler(|| {});
    let status = Command::new(program)
        .args(&arguments.program[1..])
        .env(FILE, &recording)
        .env(LIMIT, (arguments.limit << 20).to_string())
        .status()
        .map_err(|error| format!("cannot run `{}`: {error}", program.display()))?;
    let Ok(file) = File::open(&recording) else {
        return Err(format!(
            "`{}` recorded nothing; build it with `raceproof cc --record`",
            program.display()
        ));
    };
    // SAFETY: the file is in a directory of ours, and whoever wrote to it has ended.
    let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(|error| told(&recording, error))?;
    let recorded = Recording::new(&bytes)?;
    let mut image = Image::new(recorded.maps());
    let made = directory_path.join("trace");
    let file = File::create(&made).map_err(|error| told(&made, error))?;
    let mut file = BufWriter::with_capacity(1 << 16, file);
    let events = recorded
        .encode(&mut image, |bytes| file.write_all(bytes))
        .and_then(|events| file.flush().map(|()| events))
        .and_then(|events| std::fs::rename(&made, &output).map(|()| events))
        .map_err(|error| told(&output, error))?;
    let _ = writeln!(
        std::io::stderr(),
        "recorded {} events of {} threads: {}",
        events.events,
        events.threads,
        output.display()
    );
    if recorded.is_full() {
        complain("the recording ended before the program: it had all the space that --limit allows");
    }
    let signal = status.signal().map(|signal| {
        complain(&format!("the program was ended by signal {signal}"));
        128 + signal
    });
    let code = status.code().or(signal).unwrap_or(1);
    Ok(Status(u8::try_from(code).unwrap_or(1)))
}
