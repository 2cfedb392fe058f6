//! From the options of a command to a program, with messages on the way.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use raceproof_c::entry::Entry;
use raceproof_c::preprocess::PreprocessOptions;
use raceproof_c::{Input, Options, Store};
use raceproof_ir::DataModel as Model;
use raceproof_source::{Diagnostics, Failed, Loaded, Severity, SourceMap};

use super::arguments::{DataModel, InputArguments, Macro};
use super::database::{Database, Unit};
use super::flags::{CommandLine, Flags, normal};
use super::hint;
use super::missing;
use super::progress::{reading, say};
use super::project::{self, Candidate, Links};
use crate::load::{MOST_KEPT, load_with};

/// A program by its files, which can be read for each value of its macros.
#[derive(Clone, Debug)]
pub struct Files {
    /// What a project calls it; none if the user named its files.
    pub name: Option<String>,
    inputs: Vec<Input>,
    notes: Vec<String>,
    /// The functions of a library that it calls.
    entry: Option<Entry>,
    /// Whether accesses to volatile scalars are relaxed atomics.
    volatile_atomic: bool,
    /// Whether it is the only program.
    pub is_alone: bool,
    /// Why it cannot be read as the build says.
    refused: Option<String>,
}

impl Files {
    /// Reads it, with these values for macros, whatever else defines them. What is read for the last time in
    /// a run takes less memory.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn load(
        &self,
        overrides: &[(String, String)],
        store: &Mutex<Store>,
        is_last: bool,
    ) -> Result<Loaded, Box<Failed>> {
        if let Some(message) = &self.refused {
            let help = "compile without it, or check the parts that do without it";
            return Err(Box::new(Failed::without_position(message, Some(help))));
        }
        let mut inputs = self.inputs.clone();
        for input in &mut inputs {
            input.options.overrides = overrides.to_vec();
        }
        let options = Options {
            verbose: true,
            volatile_atomic: self.volatile_atomic,
            entry: self.entry.as_ref(),
            most_kept: is_last.then_some(MOST_KEPT),
        };
        load_with(&inputs, options, store, reading())
    }

    /// `argv` of the program: the name that the compiled one would have, and what the user gave it.
    pub fn arguments(&self, args: &[OsString]) -> Vec<Vec<u8>> {
        let of_file = || self.inputs.first().map(|input| input.path.with_extension(""));
        let name = match &self.name {
            Some(name) => OsString::from(name),
            None => of_file().unwrap_or_default().into_os_string(),
        };
        std::iter::once(&name)
            .chain(args)
            .map(|arg| arg.as_bytes().to_vec())
            .collect()
    }

    /// Says what was chosen when its files were found, if that is wanted.
    pub fn tell_notes(&self, input: &InputArguments) {
        let of = self
            .name
            .as_ref()
            .map(|name| format!("{name}: "))
            .unwrap_or_default();
        for note in self.notes.iter().filter(|_| input.verbose) {
            say(&format!("note: {of}{note}\n"));
        }
    }
}

/// Reads the one program that the options describe and prints what there is to say about it. None if
/// it was not understood; then the reasons have been printed.
pub fn read(input: &InputArguments, macros: &[Macro]) -> Option<(Files, Loaded)> {
    let store = Mutex::default();
    let read = only(input, macros, &store).and_then(|files| {
        files.tell_notes(input);
        let loaded = files.load(&[], &store, true)?;
        Ok((files, loaded))
    });
    match read {
        Ok((files, loaded)) => {
            tell_notes(&loaded, input);
            Some((files, loaded))
        }
        Err(rejected) => {
            tell_errors(&rejected, input);
            None
        }
    }
}

/// The one program that the options describe.
///
/// # Errors
///
/// There are several, or none, or what is wrong with the database.
pub fn only(input: &InputArguments, macros: &[Macro], store: &Mutex<Store>) -> Result<Files, Box<Failed>> {
    let mut programs = programs(input, macros, store)?;
    match programs.len() {
        1 => Ok(programs.remove(0)),
        _ => {
            let names: Vec<&str> = programs
                .iter()
                .filter_map(|program| program.name.as_deref())
                .collect();
            let message = format!("the project has {} programs: {}", names.len(), names.join(", "));
            Err(Box::new(Failed::without_position(
                message,
                Some("pick one with --program"),
            )))
        }
    }
}

/// Prints warnings and notes, if they are wanted, and which files might be missing.
pub fn tell_notes(loaded: &Loaded, input: &InputArguments) {
    if input.verbose {
        tell(&loaded.sources, &loaded.diagnostics, Severity::Note, input);
    }
    if loaded.unknown.is_empty() || input.files.is_empty() {
        return;
    }
    let database = input.database.as_ref();
    let database = database.and_then(|directory| read_database(directory).ok());
    let here = std::env::current_dir().unwrap_or_default();
    let near = |unit: &Unit| match unit.file.strip_prefix(&here) {
        Ok(near) => near.to_owned(),
        Err(_) => unit.file.clone(),
    };
    let project: Vec<PathBuf> = database
        .iter()
        .flat_map(|database| database.units.iter().map(near))
        .collect();
    for hint in missing::hints(loaded, &input.files, &project) {
        say(&format!("note: {hint}\n"));
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

fn tell(sources: &SourceMap, diagnostics: &Diagnostics, least: Severity, input: &InputArguments) {
    let has_colour = input.color.on(&std::io::stderr());
    say(&diagnostics.render(sources, least, has_colour));
}

/// The programs that the options describe, at least one: that of the files on the command line or, if a
/// database says more, all of its.
///
/// # Errors
///
/// What is wrong with the options or with the database.
pub fn programs(
    input: &InputArguments,
    macros: &[Macro],
    store: &Mutex<Store>,
) -> Result<Vec<Files>, Box<Failed>> {
    if let Some((message, help)) = input.files.iter().find_map(|path| hint::misplaced(path)) {
        return Err(Box::new(Failed::without_position(message, Some(help))));
    }
    if input.files.is_empty() && input.database.is_none() {
        let help = "name the C FILEs of a program, or a project with -p";
        return Err(Box::new(Failed::without_position(
            "there is no program",
            Some(help),
        )));
    }
    let database = match &input.database {
        Some(directory) => read_database(directory)?,
        None => Database::default(),
    };
    let typed = CommandLine::parse(input.compiler_flags.iter().cloned(), Path::new("")).flags;
    let given: Vec<Option<usize>> = input
        .files
        .iter()
        .map(|path| find(&database.units, path))
        .collect();
    let is_whole = !given.is_empty() && (input.database.is_none() || given.iter().all(Option::is_some));
    if is_whole {
        let source = |(path, unit): (&PathBuf, &Option<usize>)| {
            let mut flags = unit
                .map(|unit| database.units[unit].flags.clone())
                .unwrap_or_default();
            flags.take(typed.clone());
            let refused = refusal(path, &flags);
            let options = options(flags, input, macros);
            let path = path.clone();
            (Input { path, options }, refused)
        };
        let (inputs, refused): (Vec<_>, Vec<_>) = input.files.iter().zip(&given).map(source).unzip();
        return Ok(vec![Files {
            name: None,
            inputs,
            notes: Vec::new(),
            entry: entry(input),
            volatile_atomic: input.volatile_atomic,
            is_alone: true,
            refused: refused.into_iter().flatten().next(),
        }]);
    }
    Project {
        input,
        macros,
        typed: &typed,
        given,
    }
    .programs(database, store)
}

/// The functions of a library that are named.
fn entry(input: &InputArguments) -> Option<Entry> {
    (!input.entry.is_empty()).then(|| Entry {
        functions: input.entry.clone(),
        initial: input.entry_init.clone(),
    })
}

/// Why a file cannot be read as its flags say.
fn refusal(path: &Path, flags: &Flags) -> Option<String> {
    let (flag, reason) = flags.refused.first()?;
    let path = path.display();
    Some(format!("{path}: the flag `{flag}` cannot be followed: {reason}"))
}

/// A project and what the command line says beside it.
struct Project<'a> {
    input: &'a InputArguments,
    macros: &'a [Macro],
    typed: &'a Flags,
    /// Which unit each file of the command line is, if the database has it.
    given: Vec<Option<usize>>,
}

impl Project<'_> {
    fn programs(&self, mut database: Database, store: &Mutex<Store>) -> Result<Vec<Files>, Box<Failed>> {
        let mut is_given = vec![false; database.units.len()];
        for (path, unit) in self.input.files.iter().zip(&self.given) {
            match unit {
                Some(unit) => is_given[*unit] = true,
                None => {
                    database.units.push(Unit {
                        file: absolute(path),
                        object: absolute(path).with_extension("o"),
                        flags: Flags::default(),
                    });
                    is_given.push(true);
                }
            }
        }
        let links = Links::new(&database);
        let wanted = self.wanted(&links);
        let source = |unit: &Unit| {
            let mut flags = unit.flags.clone();
            flags.take(self.typed.clone());
            let path = shown(&unit.file);
            let options = options(flags, self.input, self.macros);
            Input { path, options }
        };
        let inputs: Vec<Input> = database.units.iter().map(source).collect();
        let read: Vec<usize> = match &wanted {
            Some(units) => units
                .iter()
                .copied()
                .chain((0..is_given.len()).filter(|u| is_given[*u]))
                .collect(),
            None => (0..inputs.len()).collect(),
        };
        let read: Vec<Input> = read.into_iter().map(|unit| inputs[unit].clone()).collect();
        let externals = {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            let externals = store.externals(&read, reading());
            read.into_iter().zip(externals).collect::<Vec<_>>()
        };
        let mut known = HashMap::new();
        for (input, externals) in externals {
            match externals {
                Ok(externals) => _ = known.insert(input, externals),
                Err(why) => {
                    say(&format!("warning: {} is left out: {why}\n", input.path.display()));
                }
            }
        }
        let candidate = |((unit, input), is_given): ((_, Input), bool)| Candidate {
            unit,
            externals: known.get(&input).cloned().unwrap_or_default(),
            input,
            is_given,
        };
        let candidates: Vec<Candidate<'_>> = database
            .units
            .iter()
            .zip(inputs)
            .zip(is_given)
            .map(candidate)
            .collect();
        let base = absolute(Path::new("."));
        let found = match entry(self.input) {
            Some(entry) => {
                let program = project::library(&candidates, &entry).map_err(|name| {
                    let message = format!("no file of the project defines the function `{name}`");
                    let help = "--entry takes functions that other files can call";
                    Box::new(Failed::without_position(message, Some(help)))
                })?;
                vec![program]
            }
            None => project::programs(&links, &candidates, &base),
        };
        self.pick(found, &candidates)
    }

    /// The units that the program that is asked for may be made of, if that is known beforehand.
    fn wanted(&self, links: &Links<'_>) -> Option<BTreeSet<usize>> {
        let name = self.input.program.as_deref()?;
        let mut programs = links.programs().filter(|link| link.output.ends_with(name));
        let link = programs.next().filter(|_| programs.next().is_none())?;
        let parts = links.parts(link);
        (!parts.is_partial).then(|| parts.always.into_iter().chain(parts.on_demand).collect())
    }

    fn pick(
        &self,
        found: Vec<project::Program>,
        candidates: &[Candidate<'_>],
    ) -> Result<Vec<Files>, Box<Failed>> {
        let reject =
            |message: String, help: &str| Err(Box::new(Failed::without_position(message, Some(help))));
        let names: Vec<String> = found.iter().map(|program| program.name.clone()).collect();
        let is_alone = found.len() == 1;
        let files = |program: project::Program| Files {
            is_alone,
            name: Some(program.name).filter(|name| !name.is_empty()),
            inputs: program
                .units
                .iter()
                .map(|unit| candidates[*unit].input.clone())
                .collect(),
            refused: program.units.iter().find_map(|unit| {
                let candidate = &candidates[*unit];
                refusal(&candidate.input.path, &candidate.unit.flags)
            }),
            entry: entry(self.input),
            volatile_atomic: self.input.volatile_atomic,
            notes: program.notes,
        };
        let is_wanted = |program: &project::Program| match &self.input.program {
            Some(name) => program.name == *name || Path::new(&program.name).ends_with(name),
            None => true,
        };
        let all: Vec<Files> = found.into_iter().filter(is_wanted).map(files).collect();
        match (all.is_empty(), &self.input.program) {
            (false, _) => Ok(all),
            (true, Some(name)) if !names.is_empty() => {
                let message = format!("there is no program `{name}`");
                reject(message, &format!("the project has {}", names.join(", ")))
            }
            _ => reject(
                "no file of the project defines `main`".to_owned(),
                "build the program once with the database on, or name functions to call with --entry",
            ),
        }
    }
}

/// A path as the user would write it: from here, if it leads down from here.
fn shown(path: &Path) -> PathBuf {
    let here = absolute(Path::new("."));
    path.strip_prefix(&here).unwrap_or(path).to_owned()
}

/// What the front end is told; the options of the command line come after the others and so win.
fn options(flags: Flags, input: &InputArguments, macros: &[Macro]) -> PreprocessOptions {
    let Flags {
        include_dirs,
        includes,
        std,
        data_model,
        passed,
        ..
    } = flags;
    let mut extra: Vec<String> = flags.macros.iter().map(macro_option).collect();
    for (kind, directory) in &include_dirs {
        extra.push(kind.option().to_owned());
        extra.push(directory.to_string_lossy().into_owned());
    }
    extra.extend(passed);
    extra.extend(macros.iter().map(macro_option));
    let data_model = input.data_model.or(data_model).unwrap_or(DataModel::Lp64);
    PreprocessOptions {
        include_dirs: input.include_dirs.clone(),
        include_files: includes
            .into_iter()
            .chain(input.include.iter().cloned())
            .collect(),
        standard: input.std.clone().or(std),
        data_model: model(data_model),
        extra,
        ..PreprocessOptions::default()
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

fn read_database(path: &Path) -> Result<Database, Box<Failed>> {
    Database::read(path).map_err(|reason| {
        let help =
            "-p names the directory of compile_commands.json, which `raceproof cc`, cmake and bear write";
        Box::new(Failed::without_position(reason, Some(help)))
    })
}

/// The entry of a file, which the user may name by another path than the build did.
fn find(units: &[Unit], path: &Path) -> Option<usize> {
    let wanted = absolute(path);
    let real = std::fs::canonicalize(path).ok();
    let is_it =
        |unit: &Unit| unit.file == wanted || real.is_some() && std::fs::canonicalize(&unit.file).ok() == real;
    units.iter().position(is_it)
}

fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    normal(&path)
}
