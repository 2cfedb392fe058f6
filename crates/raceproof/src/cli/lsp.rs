//! `raceproof lsp`: a language server that checks a program when one of its files is opened or saved.
//!
//! Each check is a process of its own, so that it can be ended when the file is saved again, and so that
//! limits hold. It runs in the folder of the project: `raceproof.toml` counts there. Where that names
//! programs all of them are checked, else the file alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr as _;
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::{Connection, Message, Notification};
use lsp_types::notification::{
    DidOpenTextDocument, DidSaveTextDocument, LogMessage, Notification as _, PublishDiagnostics,
};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, InitializeParams, Location, LogMessageParams, MessageType, NumberOrString,
    Position, PublishDiagnosticsParams, Range, SaveOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde_json::Value;

use super::{Status, complain};

/// The most steps of a schedule that go with a diagnostic.
const STEPS: usize = 200;

/// Serves an editor at standard input and output until it says that it is done.
pub fn run() -> Status {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection);
    match served.and_then(|()| threads.join().map_err(|error| error.to_string())) {
        Ok(()) => Status::SUCCESS,
        Err(message) => {
            complain(&format!("language server: {message}"));
            Status::REJECTED
        }
    }
}

fn serve(connection: &Connection) -> Result<(), String> {
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::NONE),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions::default())),
            ..TextDocumentSyncOptions::default()
        })),
        ..ServerCapabilities::default()
    };
    let capabilities = serde_json::to_value(capabilities).map_err(|error| error.to_string())?;
    let params = connection
        .initialize(capabilities)
        .map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let sender = connection.sender.clone();
    let checker = Checker::new(&params, move |message| _ = sender.send(message));
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                let is_over = connection.handle_shutdown(&request);
                if is_over.map_err(|error| error.to_string())? {
                    break;
                }
                // Nothing else is offered.
                let code = lsp_server::ErrorCode::MethodNotFound as i32;
                let answer = lsp_server::Response::new_err(request.id, code, "not offered".to_owned());
                let _ = connection.sender.send(answer.into());
            }
            Message::Notification(notification) => {
                if let Some(file) = file_of(notification) {
                    checker.check(file);
                }
            }
            Message::Response(_) => {}
        }
    }
    checker.stop();
    Ok(())
}

/// The C file that was opened or saved.
fn file_of(notification: Notification) -> Option<PathBuf> {
    let uri = match notification.method.as_str() {
        DidOpenTextDocument::METHOD => {
            let params: DidOpenTextDocumentParams = serde_json::from_value(notification.params).ok()?;
            params.text_document.uri
        }
        DidSaveTextDocument::METHOD => {
            let params: DidSaveTextDocumentParams = serde_json::from_value(notification.params).ok()?;
            params.text_document.uri
        }
        _ => return None,
    };
    let path = path_of(&uri)?;
    let ending = path.extension()?.to_str()?;
    ["c", "i", "h", "task", "ir"].contains(&ending).then_some(path)
}

/// Runs checks, one at a time.
struct Checker {
    /// The folder of the project.
    root: PathBuf,
    /// Options that the editor has for every check.
    options: Vec<String>,
    send: Arc<dyn Fn(Message) + Send + Sync>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// How many checks there were.
    number: u64,
    child: Option<Child>,
    /// Where the last check had diagnostics.
    told: BTreeSet<PathBuf>,
}

impl Checker {
    fn new(params: &InitializeParams, send: impl Fn(Message) + Send + Sync + 'static) -> Checker {
        let folders = params.workspace_folders.iter().flatten();
        let root = folders.map(|folder| &folder.uri).find_map(path_of);
        let options = params
            .initialization_options
            .as_ref()
            .and_then(|it| it.get("arguments"));
        let options = options.and_then(Value::as_array).into_iter().flatten();
        Checker {
            root: root.or_else(|| std::env::current_dir().ok()).unwrap_or_default(),
            options: options.filter_map(Value::as_str).map(str::to_owned).collect(),
            send: Arc::new(send),
            state: Arc::default(),
        }
    }

    /// Checks the program of a file, and no longer the one before.
    fn check(&self, file: PathBuf) {
        self.stop();
        let Ok(program) = std::env::current_exe() else {
            return;
        };
        let mut command = Command::new(program);
        command
            .args(["check", "--format", "json", "--quiet"])
            .args(&self.options);
        if !names_programs(&self.root) {
            if file.extension().is_some_and(|ending| ending == "h") {
                return;
            }
            command.arg(file.strip_prefix(&self.root).unwrap_or(&file));
        }
        command.current_dir(&self.root).stdin(Stdio::null());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut child) = child else { return };
        let (Some(mut out), Some(mut err)) = (child.stdout.take(), child.stderr.take()) else {
            return;
        };
        let state = Arc::clone(&self.state);
        let number = {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.number += 1;
            state.child = Some(child);
            state.number
        };
        let (root, send) = (self.root.clone(), Arc::clone(&self.send));
        std::thread::spawn(move || {
            let messages = std::thread::spawn(move || std::io::read_to_string(&mut err).unwrap_or_default());
            let text = std::io::read_to_string(&mut out).unwrap_or_default();
            let messages = messages.join().unwrap_or_default();
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            // A later check has taken its place.
            if state.number != number {
                return;
            }
            if let Some(mut child) = state.child.take() {
                let _ = child.wait();
            }
            let answer = serde_json::from_str(&text).unwrap_or(Value::Null);
            for message in tell(&mut state.told, &root, &file, &answer, &messages) {
                send(message.into());
            }
        });
    }

    /// Ends the check that is going on.
    fn stop(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.number += 1;
        if let Some(mut child) = state.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Whether the configuration of a project says what its programs are.
fn names_programs(root: &Path) -> bool {
    let text = std::fs::read_to_string(root.join("raceproof.toml")).unwrap_or_default();
    let table: Result<toml::Table, _> = text.parse();
    table.is_ok_and(|table| table.contains_key("program"))
}

/// What an editor is told of an answer: diagnostics of all files that have or had some, and a line for its
/// log.
fn tell(
    told: &mut BTreeSet<PathBuf>,
    root: &Path,
    file: &Path,
    answer: &Value,
    messages: &str,
) -> Vec<Notification> {
    let results: Vec<&Value> = match answer.get("programs").and_then(Value::as_array) {
        Some(programs) => programs
            .iter()
            .filter_map(|program| program.get("result"))
            .collect(),
        None if answer.is_null() => Vec::new(),
        None => vec![answer],
    };
    let mut of_files: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    let findings = results
        .iter()
        .filter_map(|result| result["findings"].as_array())
        .flatten();
    for finding in findings.filter(|finding| finding.get("suppressed").is_none()) {
        if let Some((path, diagnostic)) = diagnostic(root, finding) {
            of_files.entry(path).or_default().push(diagnostic);
        }
    }
    let now: BTreeSet<PathBuf> = of_files.keys().cloned().chain([file.to_owned()]).collect();
    let all: BTreeSet<PathBuf> = told.union(&now).cloned().collect();
    *told = now;
    let publish = all.into_iter().filter_map(|path| {
        let diagnostics = of_files.remove(&path).unwrap_or_default();
        let params = PublishDiagnosticsParams {
            uri: uri_of(&path)?,
            diagnostics,
            version: None,
        };
        Some(Notification::new(PublishDiagnostics::METHOD.to_owned(), params))
    });
    let words: Vec<&str> = results
        .iter()
        .filter_map(|result| result["verdict"].as_str())
        .collect();
    let line = match words.is_empty() {
        true => messages.trim().to_owned(),
        false => format!("verdict: {}", words.join(", ")),
    };
    let typ = if words.is_empty() {
        MessageType::ERROR
    } else {
        MessageType::INFO
    };
    let log = LogMessageParams { typ, message: line };
    publish
        .chain([Notification::new(LogMessage::METHOD.to_owned(), log)])
        .collect()
}

/// A finding at its first place, with the second one and the schedule as what is related to it.
fn diagnostic(root: &Path, finding: &Value) -> Option<(PathBuf, Diagnostic)> {
    let list = |key: &str| finding[key].as_array().map_or(&[][..], Vec::as_slice);
    let places: Vec<&Value> = list("accesses").iter().chain(list("places")).collect();
    let first = places.first()?;
    let path = root.join(first["file"].as_str()?);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let thread = |value: &Value| match value["thread"].as_u64() {
        Some(0) => "main ".to_owned(),
        Some(number) => format!("thread {number} "),
        None => String::new(),
    };
    let access = |value: &Value| match value["access"].as_str() {
        Some(word) => format!("{}{word}s `{}`", thread(value), text(&value["expression"])),
        None => text(&value["text"]),
    };
    let related = |value: &Value, message: String| {
        let uri = uri_of(&root.join(value["file"].as_str()?))?;
        let range = range(value)?;
        Some(DiagnosticRelatedInformation {
            location: Location { uri, range },
            message,
        })
    };
    let accesses = places.iter().filter_map(|place| related(place, access(place)));
    let steps = list("steps")
        .iter()
        .enumerate()
        .take(STEPS)
        .filter_map(|(number, step)| {
            related(
                step,
                format!("step {}: {}{}", number + 1, thread(step), text(&step["text"])),
            )
        });
    let notes = list("notes").iter().map(|note| format!("\nnote: {}", text(note)));
    let help = list("help").iter().map(|help| format!("\nhelp: {}", text(help)));
    let rest: String = notes.chain(help).collect();
    let code = text(&finding["code"]);
    let diagnostic = Diagnostic {
        range: range(first)?,
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(code)),
        source: Some("raceproof".to_owned()),
        message: format!("{}: {}{rest}", text(&finding["kind"]), text(&finding["message"])),
        related_information: Some(accesses.chain(steps).collect()),
        ..Diagnostic::default()
    };
    Some((path, diagnostic))
}

/// Where something is; lines and columns count from 0 there.
fn range(value: &Value) -> Option<Range> {
    let number = |key: &str| u32::try_from(value[key].as_u64()?).ok();
    let line = number("line")?.checked_sub(1)?;
    let start = number("column")?.saturating_sub(1);
    let end = start.saturating_add(number("length")?.max(1));
    Some(Range::new(Position::new(line, start), Position::new(line, end)))
}

/// The path of a file, if it is one.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = &after[if code.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in path.to_str()?.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_come_back() {
        let path = Path::new("/a b/é%20.c");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A9%2520.c");
        assert_eq!(path_of(&uri).unwrap(), path);
        assert_eq!(path_of(&Uri::from_str("untitled:a.c").unwrap()), None);
    }
}
