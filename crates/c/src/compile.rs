//! The whole front end in a row: files in, one program out.
//!
//! Runtimes, and library functions that neither an instruction nor a native does, are written in C in
//! `library/` (see `part.rs`). Where the program turned out to refer to one of their functions, it is checked
//! and lowered again together with that part.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use raceproof_ir::{DataModel, FuncId, GlobalId, Program, Span};
use raceproof_source::{
    Diagnostic, Diagnostics, Failed, FrontEnd, IntegerObject, Loaded, ReadFile, Traits, Unknown,
};

use crate::ast::TranslationUnit;
use crate::check::{self, check_program};
use crate::entry::{self, Entry};
use crate::external::Externals;
use crate::hir::{Function, Type, Unit};
use crate::lex::Dialect;
use crate::lower::lower;
use crate::part::{self, Part};
use crate::preprocess::{self, PreprocessOptions};
use crate::session::{Session, parse_text};
use crate::store::{Reading, Store};

/// A file of the program, and how to preprocess it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Input {
    /// A `.c` or `.i` file.
    pub path: PathBuf,
    /// Macros, headers, dialect and data model.
    pub options: PreprocessOptions,
}

/// What is the same for all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Also warn about what is ignored (unknown pragmas and attributes).
    pub verbose: bool,
    /// Take accesses to volatile scalars as relaxed atomics.
    pub volatile_atomic: bool,
    /// The functions to call of a library that has no `main`.
    pub entry: Option<&'a Entry>,
    /// How many bytes of files, after preprocessing, are kept while they are checked, if they will not be
    /// needed again in a run. More are given up one after the other; if need be they are read again.
    pub most_kept: Option<usize>,
}

/// The front end of C: the files of one program, each with its options.
#[derive(Clone, Copy)]
pub struct C<'a> {
    /// The files, and how to preprocess them.
    pub inputs: &'a [Input],
    /// What is the same for all files.
    pub options: Options<'a>,
    /// The files of the run.
    pub store: &'a Mutex<Store>,
    /// How files are read.
    pub reading: Reading<'a>,
}

impl FrontEnd for C<'_> {
    fn endings(&self) -> &'static [&'static str] {
        &["c", "i"]
    }

    fn is_whole(&self) -> bool {
        false
    }

    /// The preprocessor reads the files itself.
    fn load(&self, paths: &[&Path], _read: &ReadFile<'_>) -> Result<Loaded, Box<Failed>> {
        let is_wanted = |input: &&Input| paths.contains(&input.path.as_path());
        let inputs: Vec<Input> = self.inputs.iter().filter(is_wanted).cloned().collect();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.compile(&inputs, self.options, self.reading)
    }
}

/// Trees nest deeply: the stack that the walks over them get. Only what is used of it costs memory.
const STACK_BYTES: usize = 1 << 30;

/// Compiles the files of one program.
///
/// # Errors
///
/// All that is wrong with the files, with positions.
pub fn compile(inputs: &[Input], options: Options<'_>) -> Result<Loaded, Box<Failed>> {
    Store::default().compile(inputs, options, Reading::default())
}

/// Compiles one preprocessed text, without any IO.
///
/// # Errors
///
/// All that is wrong with it, with positions.
pub fn compile_text(name: &str, text: &str, data_model: DataModel) -> Result<Loaded, Box<Failed>> {
    let mut store = Store::default();
    with_stack(&mut store, |store| {
        let session = &mut store.session;
        let file = session.sources.file(name);
        session.sources.set_text(file, text.as_bytes());
        let unit = parse_text(session, file, text.as_bytes(), Dialect::default());
        let has_open_mp = session.interner.get("omp").is_some();
        let program = match session.diagnostics.has_errors() {
            true => None,
            false => {
                let options = check::Options {
                    data_model,
                    ..check::Options::default()
                };
                let units = Units {
                    trees: vec![Arc::new(unit)],
                    has_open_mp,
                    ..Units::default()
                };
                link(store, units, options).ok()
            }
        };
        finish(store, program.flatten())
    })
}

impl Store {
    /// Compiles the files of one program, those among them that are not known yet from the start.
    ///
    /// # Errors
    ///
    /// All that is wrong with the files, with positions.
    pub fn compile(
        &mut self,
        inputs: &[Input],
        options: Options<'_>,
        reading: Reading<'_>,
    ) -> Result<Loaded, Box<Failed>> {
        with_stack(self, |store| {
            let program = store.program(inputs, options, reading);
            finish(store, program)
        })
    }

    /// What a linker sees of some files; of those that cannot be preprocessed, why.
    pub fn externals(
        &mut self,
        inputs: &[Input],
        reading: Reading<'_>,
    ) -> Vec<Result<Arc<Externals>, String>> {
        with_stack(self, |store| {
            store.read(inputs, reading);
            let of = |input| {
                let parsed = store.parsed(input);
                let why = || {
                    let message = parsed.and_then(|parsed| parsed.messages.first());
                    message.map_or_else(String::new, |message| message.message.clone())
                };
                let externals = parsed.and_then(|parsed| parsed.externals.clone());
                externals.ok_or_else(why)
            };
            inputs.iter().map(of).collect()
        })
    }

    fn program(&mut self, inputs: &[Input], options: Options<'_>, reading: Reading<'_>) -> Option<Linked> {
        self.session.diagnostics = Diagnostics::new();
        let model = inputs.first().map(|i| i.options.data_model).unwrap_or_default();
        if inputs.iter().any(|input| input.options.data_model != model) {
            let error = Diagnostic::error(Span::NONE, "the files have different data models");
            self.session
                .diagnostics
                .push(error.help("compile all with one `--data-model`"));
            return None;
        }
        let checks = check::Options {
            data_model: match model {
                preprocess::DataModel::Lp64 => DataModel::Lp64,
                preprocess::DataModel::Ilp32 => DataModel::Ilp32,
            },
            verbose: options.verbose,
            volatile_atomic: options.volatile_atomic,
        };
        let mut parts = Vec::new();
        loop {
            let mut units = self.units(inputs, options, checks, reading)?;
            units.parts.extend(parts);
            match link(self, units, checks) {
                Ok(program) => return program,
                // The files were given up, and a part that nobody could foresee is needed beside them.
                Err(wanted) => parts = wanted,
            }
        }
    }

    /// The files of a program, and what is needed beside them as far as their names tell.
    fn units(
        &mut self,
        inputs: &[Input],
        options: Options<'_>,
        checks: check::Options,
        reading: Reading<'_>,
    ) -> Option<Units> {
        // All files are read before giving up, so that all errors are told at once.
        self.read(inputs, reading);
        let mut messages = Diagnostics::new();
        let mut units = Units::default();
        let mut externals = Vec::new();
        let (mut is_whole, mut size) = (true, 0);
        for input in inputs {
            let Some(parsed) = self.parsed(input) else {
                continue;
            };
            for message in &parsed.messages {
                messages.push(message.clone());
            }
            units.has_open_mp |= parsed.has_open_mp;
            let needed = parsed.externals.iter().flat_map(|unit| &unit.needed);
            units.has_instructions |= needed.into_iter().any(|name| name.starts_with(part::INSTRUCTION));
            is_whole &= parsed.unit.is_some();
            size += parsed.size();
            units.trees.extend(parsed.unit.clone());
            externals.extend(parsed.externals.clone());
        }
        self.session.diagnostics = messages;
        if !is_whole {
            return None;
        }
        if let Some(entry) = options.entry {
            let unit = self.entry(&units.trees, entry, checks)?;
            units.trees.push(unit);
            units.has_open_mp = true;
        }
        if options.most_kept.is_some_and(|most| size > most) {
            let is_defined = |name: &String| externals.iter().any(|other| other.defined.contains_key(name));
            let needed = externals.iter().flat_map(|unit| &unit.needed);
            let needed = needed.filter(|name| !is_defined(name));
            units.parts = Part::defining(needed.map(String::as_str));
            self.forget();
            units.can_be_read_again = true;
        }
        Some(units)
    }

    /// The file that calls the functions of a library.
    fn entry(
        &mut self,
        units: &[Arc<TranslationUnit>],
        entry: &Entry,
        options: check::Options,
    ) -> Option<Arc<TranslationUnit>> {
        let session = &mut self.session;
        let before = session.diagnostics.clone();
        let unit = check_program(
            units.to_vec(),
            &mut session.interner,
            options,
            &mut session.diagnostics,
        )?;
        // What there is to say will be said when all files are checked.
        session.diagnostics = before;
        let is_main = |function: &Function| function.name == "main" && function.body.is_some();
        let text = match unit.functions.iter().find(|function| is_main(function)) {
            Some(main) => {
                let error = Diagnostic::error(
                    main.span,
                    "with `--entry`, a program of our own calls the functions",
                );
                session
                    .diagnostics
                    .push(error.help("leave out the file with `main`"));
                return None;
            }
            None => entry::program(&unit, entry),
        };
        let text = match text {
            Ok(text) => text,
            Err(message) => {
                session
                    .diagnostics
                    .push(Diagnostic::error(Span::NONE, format!("--entry: {message}")));
                return None;
            }
        };
        let file = session.sources.file(entry::FILE);
        session.sources.set_text(file, text.as_bytes());
        let unit = parse_text(session, file, text.as_bytes(), Dialect::default());
        Some(Arc::new(unit))
    }
}

/// A program of all files.
struct Linked {
    program: Program,
    integers: Vec<IntegerObject>,
    unknown: Vec<Unknown>,
    volatile_atomic: bool,
    unsequenced: Vec<(FuncId, FuncId)>,
    traits: Traits,
}

/// What became of a program, with the sources that it came from and the messages about it.
fn finish(store: &mut Store, program: Option<Linked>) -> Result<Loaded, Box<Failed>> {
    let sources = store.session.sources.clone();
    let diagnostics = std::mem::take(&mut store.session.diagnostics);
    match program {
        Some(linked) => Ok(Loaded {
            program: linked.program,
            sources,
            diagnostics,
            integers: linked.integers,
            starts_zeroed: false,
            unknown: linked.unknown,
            volatile_atomic: linked.volatile_atomic,
            unsequenced: linked.unsequenced,
            traits: linked.traits,
        }),
        None => Err(Box::new(Failed { sources, diagnostics })),
    }
}

/// Runs a part of the front end with a large stack.
fn with_stack<T: Send>(store: &mut Store, work: impl Fn(&mut Store) -> T + Send + Sync) -> T {
    let store = Mutex::new(store);
    let run = || work(&mut store.lock().unwrap_or_else(PoisonError::into_inner));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, run).map(|handle| handle.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread to be had: the stack at hand will do for most programs.
            Err(_) => run(),
        }
    })
}

/// The files of a program.
#[derive(Default)]
struct Units {
    trees: Vec<Arc<TranslationUnit>>,
    has_open_mp: bool,
    /// Whether instructions of the processor are called by name.
    has_instructions: bool,
    /// Parts of ours that are needed as far as names tell.
    parts: Vec<&'static Part>,
    /// Whether they may be given up while they are checked.
    can_be_read_again: bool,
}

/// Checks and lowers all files, with those parts of ours in C that they need.
///
/// # Errors
///
/// The parts that are needed too, where the files are gone.
fn link(
    store: &mut Store,
    units: Units,
    options: check::Options,
) -> Result<Option<Linked>, Vec<&'static Part>> {
    // Of OpenMP it is plain before anything is checked.
    let mut added: Vec<&'static Part> = Vec::new();
    let mut wanted = units.parts;
    if units.has_open_mp {
        wanted.insert(0, &part::OPEN_MP);
    }
    let before = store.session.diagnostics.clone();
    let mut trees = units.trees;
    if units.has_instructions {
        // Files that call them have to know their types.
        for part in &part::INSTRUCTIONS {
            added.push(part);
            trees.insert(0, store.part(part));
        }
    }
    loop {
        for part in wanted.drain(..) {
            if !added.contains(&part) {
                added.push(part);
                trees.push(store.part(part));
            }
        }
        let checked = match units.can_be_read_again {
            true => std::mem::take(&mut trees),
            false => trees.clone(),
        };
        let Some(linked) = check_and_lower(&mut store.session, checked, options) else {
            return Ok(None);
        };
        wanted = Part::needed(&linked.program);
        wanted.retain(|part| !added.contains(part));
        if wanted.is_empty() {
            tell_unknown(&linked.unknown, &mut store.session.diagnostics);
            return Ok(Some(linked));
        }
        if units.can_be_read_again {
            added.extend(wanted);
            return Err(added);
        }
        store.session.diagnostics = before.clone();
    }
}

/// Says what nobody defines, all at once.
fn tell_unknown(unknown: &[Unknown], diagnostics: &mut Diagnostics) {
    let Some(first) = unknown.first() else {
        return;
    };
    let names: Vec<String> = unknown.iter().map(|one| format!("`{}`", one.name)).collect();
    let message = format!("no file defines {}", names.join(", "));
    diagnostics.push(
        Diagnostic::warning(first.span, message)
            .help("is a file of the program missing? What they do is assumed, see --extern"),
    );
}

fn check_and_lower(
    session: &mut Session,
    units: Vec<Arc<TranslationUnit>>,
    options: check::Options,
) -> Option<Linked> {
    let unit = check_program(units, &mut session.interner, options, &mut session.diagnostics)?;
    let files = session.sources.files();
    let files = files.iter().map(|file| file.name.clone()).collect();
    let lowered = lower(&unit, options.data_model, files);
    Some(Linked {
        integers: integers(&unit, &lowered.places),
        program: lowered.program,
        unknown: lowered.unknown,
        volatile_atomic: options.volatile_atomic,
        unsequenced: lowered.unsequenced.into_iter().collect(),
        traits: lowered.traits,
    })
}

/// The objects whose initial values can be set, and what they became.
fn integers(unit: &Unit, places: &[Option<GlobalId>]) -> Vec<IntegerObject> {
    let mut found = Vec::new();
    for (global, place) in unit.globals.iter().zip(places) {
        let (bits, signed) = match unit.types.types.get(global.ty.0 as usize) {
            Some(Type::Int { bits, signed, .. }) => (*bits, *signed),
            Some(Type::Bool) => (8, false),
            _ => continue,
        };
        if global.defined && !global.thread_local && !global.origin.is_ours() {
            let name = global.name.clone();
            found.push(IntegerObject {
                name,
                bits,
                signed,
                global: *place,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_ir::{Construct, Origin, Role, Runtime};
    use raceproof_source::Severity;

    fn errors(failed: &Failed) -> String {
        failed.diagnostics.render(&failed.sources, Severity::Error, false)
    }

    #[test]
    fn library_functions_in_c_come_on_demand() {
        let declaration =
            "typedef unsigned long size_t; void *lfind(const void *, const void *, size_t *, size_t,
             int (*)(const void *, const void *));
             static int same(const void *a, const void *b) { return *(int *)a - *(int *)b; }";
        let unused = format!("{declaration} int main(void) {{ return 0; }}");
        let compiled = compile_text("a.c", &unused, DataModel::Lp64).expect("compiles");
        assert_eq!(compiled.program.functions.len(), 1);
        let used = format!(
            "{declaration} int main(void) {{ int v[2] = {{ 1, 2 }}, k = 2; size_t n = 2;
               return (int *)lfind(&k, v, &n, sizeof k, same) - v; }}"
        );
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let used = match model {
                DataModel::Lp64 => used.clone(),
                DataModel::Ilp32 => used.replace("unsigned long", "unsigned"),
            };
            let compiled = match compile_text("a.c", &used, model) {
                Ok(compiled) => compiled,
                Err(failed) => panic!("{}", errors(&failed)),
            };
            let lfind = compiled.program.find_function("lfind").expect("is there");
            let function = compiled.program.function(lfind);
            assert!(!function.blocks.is_empty());
            assert_eq!(compiled.program.file(function.span.file), "<raceproof>/search.c");
        }
    }

    /// What a linker does with names: other names for a function or an object, and names that may be missing.
    #[test]
    fn names_are_what_a_linker_makes_of_them() {
        let text = "int g(int x) { return x; } int h(int); int h(int) __attribute__((alias(\"g\")));
             int later(int) __attribute__((alias(\"below\"))); int below(int x) { return x; }
             extern int renamed(int) __asm__(\"g\");
             int object = 3; extern int other; extern int other __attribute__((alias(\"object\")));
             extern int missing __attribute__((weak)); extern void hook(void) __attribute__((weak));
             int main(void) {
               if (&missing) return missing;
               if (hook) hook();
               return h(1) + later(2) + renamed(3) + other; }";
        let compiled = match compile_text("a.c", text, DataModel::Lp64) {
            Ok(compiled) => compiled,
            Err(failed) => panic!("{}", errors(&failed)),
        };
        let with_body = compiled.program.functions.iter().filter(|f| !f.blocks.is_empty());
        let names: Vec<&str> = with_body.map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["main", "g", "below"]);
        let globals: Vec<&str> = compiled.program.globals.iter().map(|g| g.name.as_str()).collect();
        assert_eq!(globals, ["object"]);
        let main = compiled.program.find_function("main").expect("is there");
        let blocks = &compiled.program.function(main).blocks;
        let called = blocks.iter().flat_map(|block| &block.instructions);
        let called = called.filter_map(|(inst, _)| inst.called());
        let called: Vec<&str> = called
            .map(|f| compiled.program.function(f).name.as_str())
            .filter(|name| *name != "hook")
            .collect();
        assert_eq!(called, ["g", "below", "g"]);
    }

    /// Every routine of the runtime is found, however the program comes to know of it.
    #[test]
    fn routines_need_no_header() {
        let text = "void *omp_alloc(unsigned long, unsigned long);
                    int main(void) { return omp_alloc(4, 0) == 0; }";
        let compiled = compile_text("a.c", text, DataModel::Lp64).expect("compiles");
        let routine = compiled.program.find_function("omp_alloc").expect("is there");
        let routine = compiled.program.function(routine);
        assert!(!routine.blocks.is_empty());
        assert_eq!(
            (routine.role, routine.origin),
            (Some(Role::Memory), Origin::Runtime(Runtime::OpenMp))
        );
    }

    /// A program says nothing about roles, nor about the origin of what it defines itself.
    #[test]
    fn roles_are_ours_to_give() {
        let text = "[[raceproof::barrier]] void wait(void) { }
                    int omp_get_thread_num(void) { return 0; }
                    int main(void) { wait(); return omp_get_thread_num(); }";
        let compiled = compile_text("a.c", text, DataModel::Lp64).expect("compiles");
        for function in &compiled.program.functions {
            assert_eq!(
                (function.role, function.origin),
                (None, Origin::Program),
                "{}",
                function.name
            );
        }
    }

    #[test]
    fn bodies_of_constructs_belong_to_their_function() {
        let text = "int main(void) {
                      int x = 0;
                      #pragma omp parallel
                      {
                        #pragma omp task shared(x)
                        x++;
                      }
                      return x; }";
        let compiled = compile_text("a.c", text, DataModel::Lp64).expect("compiles");
        let main = compiled.program.find_function("main").expect("is there");
        let bodies = compiled.program.functions.iter().filter_map(|f| match f.origin {
            Origin::Region { of, construct } => Some((f.name.as_str(), of, construct)),
            _ => None,
        });
        let expected = [
            ("main.parallel.1", main, Construct::Parallel),
            ("main.task.2", main, Construct::Task),
        ];
        assert_eq!(bodies.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_program_has_one_data_model() {
        let mut inputs = vec![Input::default(), Input::default()];
        inputs[1].options.data_model = preprocess::DataModel::Ilp32;
        let failed = compile(&inputs, Options::default()).expect_err("is rejected");
        assert!(errors(&failed).contains("different data models"));
    }

    #[test]
    fn preprocessed_files_are_read_as_they_are() {
        let path = std::env::temp_dir().join(format!("raceproof-compile-{}.i", std::process::id()));
        std::fs::write(&path, "# 7 \"orig.c\"\nint main(void) { return 0; } // comment\n").expect("writes");
        let options = PreprocessOptions::default();
        let input = Input {
            path: path.clone(),
            options,
        };
        let result = compile(&[input], Options::default());
        std::fs::remove_file(&path).expect("removes");
        let compiled = result.expect("compiles");
        let main = compiled.program.find_function("main").expect("is there");
        let span = compiled.program.function(main).span;
        assert_eq!((compiled.program.file(span.file), span.line), ("orig.c", 7));
    }
}
