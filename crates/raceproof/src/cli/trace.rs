//! `raceproof trace`: races of a recorded trace.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use raceproof_trace::{
    Analysis, Broken, Decoder, Form, MAGIC, Malformed, OrderName, Reader, Roster, Standing, standard, text,
};

use super::{Status, complain, write};

/// Options of `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
A trace has an event a line, `thread|operation(operand)|place` with the operations r, w, acq, rel, fork and join,
or a column for each thread and commas between them.

Exit status: 0 no race in this trace; 1 race; 2 bad usage or no trace; 3 predicted but not confirmed, or interrupted.

Examples:
  raceproof trace run.std                         races, and predictions that a reordering confirms
  raceproof trace --order hb,shb,wcp,dc,sync run.std
  raceproof trace --reordering race.std run.std   the events that lead to both accesses of a race
  raceproof trace --stream --order wcp long.std   in memory that does not grow with the trace")]
pub struct TraceArguments {
    /// The trace; `-` is the standard input
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// By which orders
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "shb,wcp")]
    pub order: Vec<TraceOrder>,
    /// Keep nothing of what has passed: predictions are not confirmed
    #[arg(long)]
    pub stream: bool,
    /// Write a reordering of a part of the trace that shows the first confirmed race: its last two events are
    /// the accesses. The trace is kept for that
    #[arg(long, value_name = "FILE", conflicts_with = "stream")]
    pub reordering: Option<PathBuf>,
    /// How the result is told
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub format: TraceFormat,
    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// By which order races of a trace are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceOrder {
    /// Happens-before: the first one is a race.
    Hb,
    /// Schedulable happens-before: each one is a race.
    Shb,
    /// Weak-causally-precedes: predicts.
    Wcp,
    /// Does-not-commute: predicts more.
    Dc,
    /// Reorderings that keep the order of critical sections: each one is a race; keeps the whole trace.
    Sync,
}

/// How what was found in a trace is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Analyses a trace.
pub fn run(arguments: &TraceArguments) -> Status {
    match analyse(arguments) {
        Ok(status) => status,
        Err(message) => {
            complain(&message);
            Status::REJECTED
        }
    }
}

fn analyse(arguments: &TraceArguments) -> Result<Status, String> {
    let mut orders = Vec::new();
    for order in arguments.order.iter().map(|order| name(*order)) {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    if arguments.stream && orders.contains(&OrderName::Sync) {
        return Err(
            "--stream keeps nothing of the trace, and --order sync needs all of it: leave one out".into(),
        );
    }
    let shown = arguments.trace.display();
    let input: Box<dyn BufRead> = match arguments.trace == Path::new("-") {
        true => Box::new(std::io::stdin().lock()),
        false => {
            let file = std::fs::File::open(&arguments.trace).map_err(|error| format!("{shown}: {error}"))?;
            Box::new(std::io::BufReader::with_capacity(1 << 18, file))
        }
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // A handler that is there already does what it should.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let mut analysis = Analysis::new(&orders, !arguments.stream);
    if arguments.reordering.is_some() {
        analysis.keep_events();
    }
    let roster = read(input, &mut analysis, &interrupted).map_err(|error| match error {
        Failure::Line(Malformed { line, message }) => format!("{shown}:{line}: {message}"),
        Failure::Byte(Broken { position, message }) => format!("{shown}: byte {position}: {message}"),
        Failure::Io(error) => format!("{shown}: {error}"),
    })?;
    let Some(roster) = roster else {
        return Err(format!("{shown}: there is no event in it"));
    };
    let summary = analysis.summary(&roster);
    let told = match arguments.format {
        TraceFormat::Text => text::render(&summary),
        TraceFormat::Json => {
            let json = serde_json::to_string_pretty(&summary);
            json.map_err(|error| error.to_string())? + "\n"
        }
    };
    match &arguments.output {
        Some(path) => write::file(path, &told)?,
        None => write::standard_output(&told)?,
    }
    if let Some(path) = &arguments.reordering {
        match analysis.reordering() {
            Some(events) => write::file(path, &standard(&events, &roster))?,
            None => complain("no race is confirmed, so there is no reordering to write"),
        }
    }
    let is_whole = !interrupted.load(Ordering::Relaxed);
    if !is_whole {
        complain(&format!("interrupted after {} events", summary.events));
    }
    Ok(match summary.standing() {
        Some(Standing::Race) => Status::DEFECTIVE,
        None if is_whole => Status::SUCCESS,
        Some(Standing::Predicted) | None => Status::UNKNOWN,
    })
}

fn name(order: TraceOrder) -> OrderName {
    match order {
        TraceOrder::Hb => OrderName::Hb,
        TraceOrder::Shb => OrderName::Shb,
        TraceOrder::Wcp => OrderName::Wcp,
        TraceOrder::Dc => OrderName::Dc,
        TraceOrder::Sync => OrderName::Sync,
    }
}

/// Why a trace could not be read.
enum Failure {
    Line(Malformed),
    Byte(Broken),
    Io(std::io::Error),
}

/// Gives all events to the analysis, and gives back their names; nothing if there is no event.
fn read(
    mut input: impl BufRead,
    analysis: &mut Analysis,
    interrupted: &AtomicBool,
) -> Result<Option<Roster>, Failure> {
    if input.fill_buf().map_err(Failure::Io)?.starts_with(MAGIC) {
        input.consume(MAGIC.len());
        return read_compact(input, analysis, interrupted).map(Some);
    }
    let mut reader = None;
    let mut line = Vec::new();
    let mut number = 0;
    while !interrupted.load(Ordering::Relaxed) {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(Failure::Io)? == 0 {
            break;
        }
        number += 1;
        let text = std::str::from_utf8(&line).map_err(|_| {
            Failure::Line(Malformed {
                line: number,
                message: "this is no text in UTF-8".into(),
            })
        })?;
        if reader.is_none() && text.trim().is_empty() {
            continue;
        }
        let reader = reader.get_or_insert_with(|| Reader::after(Form::of(text), number - 1));
        reader
            .line(text, |event| analysis.event(event))
            .map_err(Failure::Line)?;
    }
    Ok(reader.map(|reader| reader.roster))
}

/// The same for the compact form. A trace that ends in the middle of an event was cut off there, and is one
/// up to it.
fn read_compact(
    mut input: impl BufRead,
    analysis: &mut Analysis,
    interrupted: &AtomicBool,
) -> Result<Roster, Failure> {
    let mut decoder = Decoder::new();
    let analysis = std::cell::RefCell::new(analysis);
    let mut open = Vec::new();
    while !interrupted.load(Ordering::Relaxed) {
        let new = input.fill_buf().map_err(Failure::Io)?;
        if new.is_empty() {
            break;
        }
        let length = new.len();
        open.extend_from_slice(new);
        input.consume(length);
        let read = decoder.read(
            &open,
            |event| analysis.borrow_mut().event(event),
            |variable| analysis.borrow_mut().forget(variable),
        );
        let done = read.map_err(Failure::Byte)?;
        open.drain(..done);
    }
    Ok(decoder.roster)
}
