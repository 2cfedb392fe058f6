//! From the options of a command to a program, with messages on the way.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use raceproof_c::Input;
use raceproof_c::preprocess::PreprocessOptions;
use raceproof_ir::DataModel as Model;
use raceproof_source::{Diagnostics, Failed, Loaded, Severity, SourceMap};

use super::arguments::{DataModel, InputArguments, Macro};
use super::database::{self, Unit};
use crate::load::load;

/// Reads the program that the options describe and prints what there is to say about it. None if
/// it was not understood; then the reasons have been printed.
pub fn read(input: &InputArguments, macros: &[Macro]) -> Option<Loaded> {
    match attempt(input, macros, &[]) {
        Ok(loaded) => {
            tell_notes(&loaded, input);
            Some(loaded)
        }
        Err(rejected) => {
            tell_errors(&rejected, input);
            None
        }
    }
}

/// Reads the program that the options describe, with these values for macros, whatever else defines them.
///
/// # Errors
///
/// What is wrong with it.
pub fn attempt(
    input: &InputArguments,
    macros: &[Macro],
    overrides: &[(String, String)],
) -> Result<Loaded, Box<Failed>> {
    let mut inputs = inputs(input, macros)?;
    for input in &mut inputs {
        input.options.overrides = overrides.to_vec();
    }
    load(&inputs)
}

/// Prints warnings and notes, if they are wanted.
pub fn tell_notes(loaded: &Loaded, input: &InputArguments) {
    if input.verbose {
        tell(&loaded.sources, &loaded.diagnostics, Severity::Note, input);
    }
}

/// Prints what is wrong with a program.
pub fn tell_errors(rejected: &Failed, input: &InputArguments) {
    let least = match input.verbose {
        true => Severity::Note,
        false => Severity::Error,
    };
    tell(&rejected.sources, &rejected.diagnostics, least, input);
}

/// `argv` of the program: the name that the compiled one would have, and what the user gave it.
pub fn program_arguments(input: &InputArguments, args: &[OsString]) -> Vec<Vec<u8>> {
    let name = input.files.first().map(|file| file.with_extension(""));
    let name = name.unwrap_or_default().into_os_string();
    std::iter::once(&name)
        .chain(args)
        .map(|arg| arg.as_bytes().to_vec())
        .collect()
}

fn tell(sources: &SourceMap, diagnostics: &Diagnostics, least: Severity, input: &InputArguments) {
    let mut stderr = std::io::stderr();
    let text = diagnostics.render(sources, least, input.color.on(&stderr));
    // Nothing sensible can be done if that fails.
    let _ = stderr.write_all(text.as_bytes());
}

/// The files with the options of the command line and, if there is a database, those of the build.
fn inputs(input: &InputArguments, macros: &[Macro]) -> Result<Vec<Input>, Box<Failed>> {
    let units = match &input.database {
        Some(directory) => Some((directory, read_database(directory)?)),
        None => None,
    };
    let source = |path: &PathBuf| {
        let mut options = PreprocessOptions {
            include_dirs: input.include_dirs.clone(),
            include_files: input.include.clone(),
            standard: input.std.clone(),
            data_model: model(input.data_model.unwrap_or(DataModel::Lp64)),
            ..PreprocessOptions::default()
        };
        if let Some((directory, units)) = &units {
            apply(find(units, path, directory)?, input, &mut options);
        }
        options.extra.extend(macros.iter().map(macro_option));
        Ok(Input {
            path: path.clone(),
            options,
        })
    };
    input.files.iter().map(source).collect()
}

/// Adds the options of the build; those of the command line come after them and so win.
fn apply(unit: &Unit, input: &InputArguments, options: &mut PreprocessOptions) {
    options.extra.extend(unit.macros.iter().map(macro_option));
    for (kind, directory) in &unit.include_dirs {
        options.extra.push(kind.option().to_owned());
        options.extra.push(directory.to_string_lossy().into_owned());
    }
    options.include_files.splice(0..0, unit.includes.iter().cloned());
    if options.standard.is_none() {
        options.standard.clone_from(&unit.std);
    }
    if let (None, Some(of_unit)) = (input.data_model, unit.data_model) {
        options.data_model = model(of_unit);
    }
}

fn macro_option(one: &Macro) -> String {
    match one {
        Macro::Define(definition) => format!("-D{definition}"),
        Macro::Undefine(name) => format!("-U{name}"),
    }
}

fn model(model: DataModel) -> Model {
    match model {
        DataModel::Lp64 => Model::Lp64,
        DataModel::Ilp32 => Model::Ilp32,
    }
}

fn read_database(directory: &Path) -> Result<Vec<Unit>, Box<Failed>> {
    let path = directory.join("compile_commands.json");
    let reject = |reason: String, help| {
        Box::new(Failed::without_position(
            format!("{}: {reason}", path.display()),
            help,
        ))
    };
    let text = std::fs::read_to_string(&path).map_err(|error| {
        let help = "-p names the directory of compile_commands.json, which cmake and bear write";
        reject(error.to_string(), Some(help))
    })?;
    database::parse(&text, &absolute(directory)).map_err(|reason| reject(reason, None))
}

/// The entry of a file, which the user may name by another path than the build did.
fn find<'a>(units: &'a [Unit], path: &Path, directory: &Path) -> Result<&'a Unit, Box<Failed>> {
    let wanted = absolute(path);
    let real = std::fs::canonicalize(path).ok();
    let is_it = |unit: &&Unit| {
        unit.file == wanted || real.is_some() && std::fs::canonicalize(&unit.file).ok() == real
    };
    units.iter().find(is_it).ok_or_else(|| {
        let directory = directory.join("compile_commands.json");
        let message = format!("{}: not in {}", path.display(), directory.display());
        let help = "build the file once with the database on, or leave out -p and give its options";
        Box::new(Failed::without_position(message, Some(help)))
    })
}

fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    database::normal(&path)
}
