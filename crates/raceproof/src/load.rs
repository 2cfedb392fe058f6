//! From files to a program: C sources of one program, one program of the task language, or one text of the IR.

use std::path::Path;

use raceproof_c::diagnostic::{Diagnostic, Diagnostics};
use raceproof_c::source::SourceMap;
use raceproof_c::{Compiled, Failed, Input, Options, compile};
use raceproof_ir::{Program, Rule, Span, Violation};
use raceproof_report::Sources;

/// One error that has no position, and what to do about it.
pub fn failure(message: impl Into<String>, help: Option<&str>) -> Failed {
    let mut error = Diagnostic::error(Span::NONE, message);
    error.help = help.map(str::to_owned);
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(error);
    Failed {
        sources: SourceMap::new(),
        diagnostics,
    }
}

/// What a file is, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Ir,
    Task,
}

fn language(path: &Path) -> Result<Language, Box<Failed>> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Ok(Language::C),
        Some("ir") => Ok(Language::Ir),
        Some("task") => Ok(Language::Task),
        _ => {
            let message = format!("{}: unknown kind of file", path.display());
            Err(Box::new(failure(
                message,
                Some("files end in .c, .i, .task or .ir"),
            )))
        }
    }
}

/// Reads a program. The IR's verifier finds nothing wrong with it, except perhaps that there is no
/// function to start with. The options of `.ir` files are of no use.
///
/// # Errors
///
/// All that is wrong with the files, with positions.
pub fn load(inputs: &[Input]) -> Result<Compiled, Box<Failed>> {
    let mut languages = Vec::new();
    for input in inputs {
        languages.push(language(&input.path)?);
    }
    match languages.as_slice() {
        [] => Err(Box::new(failure("no files", None))),
        all if all.iter().all(|l| *l == Language::C) => {
            let compiled = compile(inputs, Options { verbose: true })?;
            verified(compiled)
        }
        [language] => load_text(&inputs[0].path, *language),
        _ => {
            let help = "give it alone: it is a whole program";
            Err(Box::new(failure(
                "an .ir or .task file among other files",
                Some(help),
            )))
        }
    }
}

/// What is wrong with a text, in whatever language.
struct Mistake {
    span: Span,
    message: String,
    remedy: String,
}

fn read_text(name: &str, text: &str, language: Language) -> Result<Program, Vec<Mistake>> {
    match language {
        Language::Task => raceproof_task::compile(name, text).map_err(|errors| {
            let mistake = |e: raceproof_task::Error| Mistake {
                span: e.span,
                message: e.message,
                remedy: e.remedy,
            };
            errors.into_iter().map(mistake).collect()
        }),
        Language::Ir | Language::C => raceproof_ir::parse(name, text).map_err(|errors| {
            let mistake = |e: raceproof_ir::ParseError| Mistake {
                span: e.span,
                message: e.message,
                remedy: e.remedy,
            };
            errors.into_iter().map(mistake).collect()
        }),
    }
}

fn load_text(path: &Path, language: Language) -> Result<Compiled, Box<Failed>> {
    let name = path.to_string_lossy().into_owned();
    let text = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let reason = match error.kind() {
                std::io::ErrorKind::NotFound => "no such file".to_owned(),
                std::io::ErrorKind::IsADirectory => "is a directory, not a file".to_owned(),
                _ => error.to_string(),
            };
            return Err(Box::new(failure(format!("{name}: {reason}"), None)));
        }
    };
    let mut sources = SourceMap::new();
    let file = sources.file(&name);
    let Ok(text) = String::from_utf8(text) else {
        let message = format!("{name}: is not UTF-8 text");
        return Err(Box::new(failure(message, None)));
    };
    sources.set_text(file, text.clone().into_bytes());
    let mut diagnostics = Diagnostics::new();
    match read_text(&name, &text, language) {
        Ok(program) => verified(Compiled {
            program,
            sources,
            diagnostics,
            integers: Vec::new(),
        }),
        Err(errors) => {
            for error in errors {
                let span = Span { file, ..error.span };
                diagnostics.push(Diagnostic::error(span, error.message).help(error.remedy));
            }
            Err(Box::new(Failed { sources, diagnostics }))
        }
    }
}

/// A program is passed on only if the verifier has nothing against it: everybody downstream relies
/// on its rules. That it can be started is up to those who start it.
fn verified(mut compiled: Compiled) -> Result<Compiled, Box<Failed>> {
    let program = &compiled.program;
    let violations = raceproof_ir::verify(program).err().unwrap_or_default();
    let matters = |violation: &&Violation| violation.rule != Rule::Entry || program.entry.is_some();
    for violation in violations.iter().filter(matters) {
        let message = format!("not a valid program: {violation}");
        let error = Diagnostic::error(violation.span, message);
        compiled.diagnostics.push(error);
    }
    match compiled.diagnostics.has_errors() {
        false => Ok(compiled),
        true => Err(Box::new(Failed {
            sources: compiled.sources,
            diagnostics: compiled.diagnostics,
        })),
    }
}

/// The texts that reports quote.
pub fn quotable(sources: &SourceMap) -> Sources {
    let mut quotable = Sources::new();
    for file in sources.files() {
        if let Some(text) = &file.text {
            quotable.add(file.name.clone(), text);
        }
    }
    quotable
}
