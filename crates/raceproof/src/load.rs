//! From files to a program: C sources of one program, one program of the task language, or one text of the
//! IR.

use std::path::Path;
use std::sync::Mutex;

use raceproof_c::{C, Input, Options, Reading, Store};
use raceproof_ir::{Rule, Violation};
use raceproof_report::Sources;
use raceproof_source::{Diagnostic, Failed, FrontEnd, IrText, Loaded, SourceMap};
use raceproof_task::TaskText;

/// Reads a program, with the front end that the endings of its files ask for. The IR's verifier finds nothing
/// wrong with it, except perhaps that there is no function to start with. The options are of use for files in
/// C.
///
/// # Errors
///
/// All that is wrong with the files, with positions.
pub fn load(inputs: &[Input]) -> Result<Loaded, Box<Failed>> {
    let options = Options {
        verbose: true,
        most_kept: Some(MOST_KEPT),
        ..Options::default()
    };
    load_with(inputs, options, &Mutex::default(), Reading::default())
}

/// How many bytes of files, after preprocessing, are kept whole to the end: for more, reading some again
/// costs less than the memory.
pub(crate) const MOST_KEPT: usize = 8 << 20;

/// The same, with files that were read before: those of C that have not changed are not parsed again.
///
/// # Errors
///
/// All that is wrong with the files, with positions.
pub fn load_with(
    inputs: &[Input],
    options: Options<'_>,
    store: &Mutex<Store>,
    reading: Reading<'_>,
) -> Result<Loaded, Box<Failed>> {
    let reject = |message: String, help| Err(Box::new(Failed::without_position(message, help)));
    let c = C {
        inputs,
        options,
        store,
        reading,
    };
    let all: [&dyn FrontEnd; 3] = [&c, &IrText, &TaskText];
    let of = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let has = |front: &usize| ending.is_some_and(|ending| all[*front].endings().contains(&ending));
        (0..all.len()).find(has)
    };
    let mut chosen = Vec::new();
    for input in inputs {
        let Some(front) = of(&input.path) else {
            let message = format!("{}: unknown kind of file", input.path.display());
            return reject(message, Some("files end in .c, .i, .task or .ir"));
        };
        chosen.push(front);
    }
    if options.entry.is_some() && chosen.iter().any(|front| *front != 0) {
        return reject("`--entry` is for libraries in C".to_owned(), None);
    }
    let Some(&front) = chosen.first() else {
        return reject("no files".to_owned(), None);
    };
    if chosen.iter().any(|other| *other != front) || all[front].is_whole() && inputs.len() > 1 {
        let help = "give it alone: it is a whole program";
        return reject("an .ir or .task file among other files".to_owned(), Some(help));
    }
    let paths: Vec<&Path> = inputs.iter().map(|input| input.path.as_path()).collect();
    verified(all[front].load(&paths, &read)?)
}

/// The bytes of a file.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::IsADirectory => "is a directory, not a file".to_owned(),
        _ => error.to_string(),
    })
}

/// A program is passed on only if the verifier has nothing against it: everybody downstream relies
/// on its rules. That it can be started is up to those who start it.
fn verified(mut loaded: Loaded) -> Result<Loaded, Box<Failed>> {
    let program = &loaded.program;
    let violations = raceproof_ir::verify(program).err().unwrap_or_default();
    let matters = |violation: &&Violation| violation.rule != Rule::Entry || program.entry.is_some();
    for violation in violations.iter().filter(matters) {
        let message = format!("not a valid program: {violation}");
        let error = Diagnostic::error(violation.span, message);
        loaded.diagnostics.push(error);
    }
    match loaded.diagnostics.has_errors() {
        false => Ok(loaded),
        true => Err(Box::new(Failed {
            sources: loaded.sources,
            diagnostics: loaded.diagnostics,
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
