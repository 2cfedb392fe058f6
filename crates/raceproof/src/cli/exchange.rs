//! Witnesses that verifiers exchange: written by `check --witness FILE.yml`, followed by `validate`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use raceproof_machine::Machine;
use raceproof_portfolio::{Extern, Setting, prepare_assuming};
use raceproof_report::exchange::{self, Entry, EntryType, Metadata, PROPERTY, Producer, Task};
use raceproof_report::{Describe, Report, Verdict, text};
use sha2::{Digest as _, Sha256};

use super::arguments::{CheckArguments, DataModel, InputArguments, Macro, ValidateArguments};
use super::{Status, complain, input};
use crate::follow::Guide;
use crate::load::quotable;

/// How many runs follow a witness: where it leaves something open they differ.
const RUNS: u64 = 200;

/// Whether a file of this name has the format that verifiers exchange.
pub fn is_meant(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("yml" | "yaml"))
}

/// Writes the witness of a result; an *unknown* has none.
///
/// # Errors
///
/// Why there is none.
pub fn write(arguments: &CheckArguments, report: &Report, path: &Path) -> Result<(), String> {
    if report.verdict() == Verdict::Unknown {
        return Ok(());
    }
    let task = task(&arguments.input)?;
    let uuid = uuid::Uuid::new_v5(
        &uuid::Uuid::NAMESPACE_OID,
        format!("{task:?}{report:?}").as_bytes(),
    );
    let time = humantime::format_rfc3339_seconds(SystemTime::now());
    let metadata = |version: &str| Metadata {
        format_version: version.to_owned(),
        uuid: uuid.to_string(),
        creation_time: time.to_string(),
        producer: Producer {
            name: "raceproof".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        task: task.clone(),
    };
    let entries: Vec<Entry> = exchange::entry(report, metadata).into_iter().collect();
    super::write::file(path, &exchange::render(&entries)?)
}

/// The question that was asked.
fn task(input: &InputArguments) -> Result<Task, String> {
    let mut hashes = BTreeMap::new();
    for path in &input.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        let hash = Sha256::digest(&bytes);
        hashes.insert(name, hash.iter().map(|byte| format!("{byte:02x}")).collect());
    }
    Ok(Task {
        input_files: hashes.keys().cloned().collect(),
        input_file_hashes: hashes,
        specification: PROPERTY.to_owned(),
        data_model: match input.data_model {
            Some(DataModel::Ilp32) => "ILP32",
            _ => "LP64",
        }
        .to_owned(),
        language: "C".to_owned(),
    })
}

/// Follows the witness of another tool.
pub fn validate(arguments: &ValidateArguments, macros: &[Macro]) -> Status {
    match follow(arguments, macros) {
        Ok(status) => status,
        Err(message) => {
            if !message.is_empty() {
                complain(&message);
            }
            Status::REJECTED
        }
    }
}

/// The errors of the program itself have been told, then the message is empty.
fn follow(arguments: &ValidateArguments, macros: &[Macro]) -> Result<Status, String> {
    let name = arguments.witness.display();
    let explain = |message: String| format!("{name}: {message}");
    let text = std::fs::read_to_string(&arguments.witness).map_err(|error| explain(error.to_string()))?;
    let entries = exchange::parse(&text).map_err(|error| explain(format!("is no witness: {error}")))?;
    let mut sequences = entries
        .iter()
        .filter(|entry| entry.entry_type == EntryType::ViolationSequence);
    let entry = sequences.next().ok_or_else(|| {
        explain("is no violation witness; `raceproof check` needs none to prove a program".to_owned())
    })?;
    let words = |text: &str| text.split_whitespace().collect::<String>();
    if !words(&entry.metadata.task.specification).contains("G!data-race") {
        let property = &entry.metadata.task.specification;
        return Err(explain(format!("is about another property: {property}")));
    }
    let guide = Guide::new(&entry.content).ok_or_else(|| explain("has no target".to_owned()))?;
    let mut input = arguments.input.clone();
    if input.files.is_empty() {
        input.files = files(&entry.metadata.task, &arguments.witness);
    }
    if input.data_model.is_none() && entry.metadata.task.data_model == "ILP32" {
        input.data_model = Some(DataModel::Ilp32);
    }
    changed(&entry.metadata.task, &input.files);
    let (files, loaded) = input::read(&input, macros).ok_or_else(String::new)?;
    let prepared = prepare_assuming(loaded, Extern::default());
    if prepared.program().entry.is_none() {
        return Err("the program has no `main`: give all of its files".to_owned());
    }
    let loaded = prepared.into_loaded();
    let config = Setting::default().config(&files.arguments(&[]), false);
    let machine = Machine::new(&loaded.program, config);
    let sources = quotable(&loaded.sources);
    let describe = Describe::new(&machine, &sources);
    let race = (0..RUNS).find_map(|seed| guide.race(&machine, &describe, seed));
    let (text, status) = match &race {
        Some(witness) => {
            let options = text::Options {
                color: input.color.on(&std::io::stdout()),
                ..text::Options::default()
            };
            let finding = text::render_finding(&describe.race(witness), &sources, options);
            let verdict = "witness: confirmed\nresult: false(no-data-race)\n";
            (format!("{finding}\n{verdict}"), Status::DEFECTIVE)
        }
        None => {
            let message = format!("witness: not confirmed: none of {RUNS} runs has a race at its targets");
            (format!("{message}\nresult: unknown\n"), Status::UNKNOWN)
        }
    };
    super::write::standard_output(&text)?;
    Ok(status)
}

/// The files of the program: as the witness names them, or beside it.
fn files(task: &Task, witness: &Path) -> Vec<PathBuf> {
    let place = |name: &String| {
        let path = PathBuf::from(name);
        let beside = path.file_name().map(|name| witness.with_file_name(name));
        match (path.exists(), beside) {
            (false, Some(beside)) if beside.exists() => beside,
            _ => path,
        }
    };
    task.input_files.iter().map(place).collect()
}

/// Tells of files that are not those of the witness.
fn changed(task: &Task, files: &[PathBuf]) {
    for path in files {
        let name = |path: &Path| path.file_name().map(std::ffi::OsStr::to_owned);
        let mut hashes = task.input_file_hashes.iter();
        let said = hashes.find(|(file, _)| name(Path::new(file)) == name(path));
        if let (Some((_, said)), Ok(bytes)) = (said, std::fs::read(path)) {
            let hash: String = Sha256::digest(&bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            if !hash.eq_ignore_ascii_case(said) {
                complain(&format!(
                    "{}: is not the file that the witness is about",
                    path.display()
                ));
            }
        }
    }
}
