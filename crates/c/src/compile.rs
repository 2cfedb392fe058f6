//! The whole front end in a row: files in, one program out.
//!
//! Library functions that must call functions of the program back, and that neither an instruction nor a native does, are
//! written in C in `library/`. A file of it is checked together with the program if the program turned out to refer to one of
//! its functions; then the program is checked and lowered again.

use std::path::PathBuf;

use raceproof_ir::{DataModel, GlobalId, Program, Span};

use crate::ast::TranslationUnit;
use crate::check::{self, check_program};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hir::{Type, Unit};
use crate::lex::Dialect;
use crate::lower::lower;
use crate::preprocess::{self, PreprocessOptions};
use crate::session::{Session, parse_file, parse_text};
use crate::source::SourceMap;

/// A file of the program, and how to preprocess it.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// A `.c` or `.i` file.
    pub path: PathBuf,
    /// Macros, headers, dialect and data model.
    pub options: PreprocessOptions,
}

/// What is the same for all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Also warn about what is ignored (unknown pragmas and attributes).
    pub verbose: bool,
}

/// A program that was understood.
#[derive(Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Its files.
    pub sources: SourceMap,
    /// Warnings and notes.
    pub diagnostics: Diagnostics,
    /// Its objects of static storage duration and integer type, whose initial values can be set.
    pub integers: Vec<IntegerObject>,
}

/// An object of static storage duration and integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerObject {
    /// Name; that of a static local is prefixed by its function: `f.counter`.
    pub name: String,
    /// Width.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
    /// Which global of the program it is; none if nothing uses it.
    global: Option<GlobalId>,
}

impl IntegerObject {
    /// Whether a value is one of its type.
    pub fn holds(&self, value: i128) -> bool {
        let bits = u32::from(self.bits.min(64));
        match self.signed {
            true => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
            false => (0..1i128 << bits).contains(&value),
        }
    }
}

/// The object that says how many threads a team has where the program does not.
const THREADS: &str = "__raceproof_omp_threads";

impl Compiled {
    /// Sets the number of threads that an OpenMP team has where neither a clause nor a call says it. Without OpenMP in the
    /// program it changes nothing and says so by `false`.
    pub fn set_threads(&mut self, threads: u32) -> bool {
        let mut globals = self.program.globals.iter_mut();
        match globals.find(|global| global.name == THREADS) {
            Some(global) => {
                global.bytes = threads.to_le_bytes().to_vec();
                true
            }
            None => false,
        }
    }

    /// Sets the initial value of an object.
    pub fn set_initial(&mut self, object: &IntegerObject, value: i128) {
        let place = object.global.map(|id| id.0 as usize);
        if let Some(global) = place.and_then(|place| self.program.globals.get_mut(place)) {
            global.bytes = value.to_le_bytes()[..usize::from(object.bits / 8).clamp(1, 16)].to_vec();
        }
    }
}

/// A program that was not understood.
#[derive(Debug)]
pub struct Failed {
    /// Its files.
    pub sources: SourceMap,
    /// What is wrong, with at least one error.
    pub diagnostics: Diagnostics,
}

/// A part of the library in C.
struct Prelude {
    name: &'static str,
    text: &'static str,
    /// The functions for whose sake it is there.
    functions: &'static [&'static str],
}

/// What `library/openmp.c` defines.
#[rustfmt::skip]
static OPEN_MP: &[&str] = &[
    "__raceproof_omp_event", "__raceproof_omp_exclude", "__raceproof_omp_lock", "omp_fulfill_event",
    "__raceproof_omp_barrier", "__raceproof_omp_construct", "__raceproof_omp_has_rivals", "__raceproof_omp_group_mutex",
    "__raceproof_omp_count", "__raceproof_omp_member", "__raceproof_omp_members", "__raceproof_omp_more",
    "__raceproof_omp_next_construct", "__raceproof_omp_tasks", "__raceproof_omp_cuts", "__raceproof_omp_cut",
    "__raceproof_omp_next_lanes", "__raceproof_omp_number", "__raceproof_omp_ordered",
    "__raceproof_omp_ordered_skip", "__raceproof_omp_limit", "__raceproof_omp_parallel", "__raceproof_omp_publish",
    "__raceproof_omp_published", "__raceproof_omp_reduce_begin", "__raceproof_omp_reduce_end",
    "__raceproof_omp_share", "__raceproof_omp_size", "__raceproof_omp_static", "__raceproof_omp_task",
    "__raceproof_omp_task_block", "__raceproof_omp_concurrent", "__raceproof_omp_part_chunk",
    "__raceproof_omp_teams", "__raceproof_omp_workers", "omp_destroy_nest_lock", "omp_get_active_level",
    "omp_get_ancestor_thread_num", "omp_get_cancellation", "omp_get_default_device", "omp_get_device_num",
    "omp_get_dynamic", "omp_get_initial_device", "omp_get_level", "omp_get_max_active_levels",
    "omp_get_max_task_priority", "omp_get_max_teams", "omp_get_max_threads", "omp_get_nested",
    "omp_get_num_devices", "omp_get_num_places", "omp_get_num_procs", "omp_get_num_teams",
    "omp_get_num_threads", "omp_get_partition_num_places", "omp_get_place_num", "omp_get_place_num_procs",
    "omp_get_proc_bind", "omp_get_schedule", "omp_get_supported_active_levels", "omp_get_team_num",
    "omp_get_team_size", "omp_get_teams_thread_limit", "omp_get_thread_limit", "omp_get_thread_num",
    "omp_in_explicit_task", "omp_in_final", "omp_in_parallel", "omp_init_nest_lock",
    "omp_init_nest_lock_with_hint", "omp_is_initial_device", "omp_set_default_device", "omp_set_dynamic",
    "omp_set_max_active_levels", "omp_set_nest_lock", "omp_set_nested", "omp_set_num_teams",
    "omp_set_num_threads", "omp_set_schedule", "omp_set_teams_thread_limit", "omp_target_alloc",
    "omp_target_free", "omp_target_is_present", "omp_test_nest_lock", "omp_unset_nest_lock",
    "omp_aligned_alloc", "omp_aligned_calloc", "omp_capture_affinity", "omp_display_affinity",
    "omp_get_affinity_format", "omp_get_mapped_ptr", "omp_target_associate_ptr", "omp_target_disassociate_ptr",
    "omp_target_is_accessible", "omp_target_memcpy", "omp_target_memcpy_rect",
];

static PRELUDES: &[Prelude] = &[
    Prelude {
        name: "<raceproof>/cilk.c",
        text: include_str!("../library/cilk.c"),
        functions: &[
            "__raceproof_cilk_end_reducer",
            "__raceproof_cilk_reducer",
            "__raceproof_cilk_settled",
            "__raceproof_cilk_spawn",
            "__raceproof_cilk_sync",
            "__raceproof_cilk_view",
        ],
    },
    Prelude {
        name: "<raceproof>/cleanup.c",
        text: include_str!("../library/cleanup.c"),
        functions: &["__raceproof_cleanup_push", "__raceproof_cleanup_pop"],
    },
    Prelude {
        name: "<raceproof>/doacross.c",
        text: include_str!("../library/doacross.c"),
        functions: &["__raceproof_omp_cells"],
    },
    Prelude {
        name: "<raceproof>/getopt.c",
        text: include_str!("../library/getopt.c"),
        functions: &["getopt", "getopt_long"],
    },
    Prelude {
        name: "<raceproof>/names.c",
        text: include_str!("../library/names.c"),
        functions: &["basename", "__xpg_basename", "dirname", "uname", "getloadavg"],
    },
    Prelude {
        name: "<raceproof>/openmp.c",
        text: include_str!("../library/openmp.c"),
        functions: OPEN_MP,
    },
    Prelude {
        name: "<raceproof>/polybench.c",
        text: include_str!("../library/polybench.c"),
        functions: &[
            "polybench_alloc_data",
            "polybench_flush_cache",
            "polybench_prepare_instruments",
            "polybench_timer_start",
            "polybench_timer_stop",
            "polybench_timer_print",
        ],
    },
    Prelude {
        name: "<raceproof>/search.c",
        text: include_str!("../library/search.c"),
        functions: &["lfind", "lsearch", "tsearch", "tfind", "tdelete", "twalk"],
    },
];

/// Trees nest deeply: the stack that the walks over them get. Only what is used of it costs memory.
const STACK_BYTES: usize = 1 << 30;

/// Compiles the files of one program.
///
/// # Errors
///
/// All that is wrong with the files, with positions.
pub fn compile(inputs: &[Input], options: Options) -> Result<Compiled, Box<Failed>> {
    with_stack(|session| {
        let model = inputs.first().map(|i| i.options.data_model).unwrap_or_default();
        if inputs.iter().any(|input| input.options.data_model != model) {
            let error = Diagnostic::error(Span::NONE, "the files have different data models");
            session
                .diagnostics
                .push(error.help("compile all with one `--data-model`"));
            return None;
        }
        // All files are read before giving up, so that all errors are told at once.
        let units: Vec<Option<TranslationUnit>> = inputs
            .iter()
            .map(|input| parse_file(session, &input.path, &input.options).ok())
            .collect();
        let units = units.into_iter().collect::<Option<Vec<_>>>()?;
        let options = check::Options {
            data_model: match model {
                preprocess::DataModel::Lp64 => DataModel::Lp64,
                preprocess::DataModel::Ilp32 => DataModel::Ilp32,
            },
            verbose: options.verbose,
        };
        link(session, units, options)
    })
}

/// Compiles one preprocessed text, without any IO.
///
/// # Errors
///
/// All that is wrong with it, with positions.
pub fn compile_text(name: &str, text: &str, data_model: DataModel) -> Result<Compiled, Box<Failed>> {
    with_stack(|session| {
        let file = session.sources.file(name);
        session.sources.set_text(file, text.as_bytes().to_vec());
        let unit = parse_text(session, file, text.as_bytes(), Dialect::default());
        if session.diagnostics.has_errors() {
            return None;
        }
        let verbose = false;
        let options = check::Options { data_model, verbose };
        link(session, vec![unit], options)
    })
}

/// Runs a part of the front end with a large stack.
fn with_stack(
    work: impl Fn(&mut Session) -> Option<(Program, Vec<IntegerObject>)> + Sync,
) -> Result<Compiled, Box<Failed>> {
    let run = || {
        let mut session = Session::default();
        let program = work(&mut session);
        let Session {
            sources, diagnostics, ..
        } = session;
        match program {
            Some((program, integers)) => Ok(Compiled {
                program,
                sources,
                diagnostics,
                integers,
            }),
            None => Err(Box::new(Failed { sources, diagnostics })),
        }
    };
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

/// Checks and lowers all files, with those parts of the library in C that they need.
fn link(
    session: &mut Session,
    mut units: Vec<TranslationUnit>,
    options: check::Options,
) -> Option<(Program, Vec<IntegerObject>)> {
    // Of OpenMP it is plain before anything is checked.
    let has_open_mp = session.interner.get("omp").is_some();
    let mut wanted: Vec<&Prelude> = match has_open_mp {
        true => PRELUDES.iter().filter(|p| p.functions == OPEN_MP).collect(),
        false => Vec::new(),
    };
    let before = session.diagnostics.clone();
    let mut added: Vec<&str> = Vec::new();
    loop {
        for prelude in wanted.drain(..) {
            added.push(prelude.name);
            let file = session.sources.file(prelude.name);
            let text = prelude.text.as_bytes();
            session.sources.set_text(file, text.to_vec());
            units.push(parse_text(session, file, text, Dialect::default()));
        }
        let (program, integers) = check_and_lower(session, units.clone(), options)?;
        wanted = needed_preludes(&program);
        wanted.retain(|prelude| !added.contains(&prelude.name));
        if wanted.is_empty() {
            return Some((program, integers));
        }
        session.diagnostics = before.clone();
    }
}

fn check_and_lower(
    session: &mut Session,
    units: Vec<TranslationUnit>,
    options: check::Options,
) -> Option<(Program, Vec<IntegerObject>)> {
    let unit = check_program(units, &mut session.interner, options, &mut session.diagnostics)?;
    let files = session.sources.files();
    let files = files.iter().map(|file| file.name.clone()).collect();
    let (program, places, errors) = lower(&unit, options.data_model, files);
    let is_understood = errors.is_empty();
    for error in errors {
        session.diagnostics.push(error);
    }
    if program.entry.is_none() {
        session.diagnostics.push(
            Diagnostic::error(Span::NONE, "the program has no `main`")
                .help("give all files of the program, the one with `main` among them"),
        );
        return None;
    }
    is_understood.then(|| (program, integers(&unit, &places)))
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
        if global.defined && !global.thread_local && !global.name.starts_with("__raceproof") {
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

/// The preludes that define a function which the program calls and does not define.
fn needed_preludes(program: &Program) -> Vec<&'static Prelude> {
    let is_missing = |name: &str| {
        let mut functions = program.functions.iter();
        functions.any(|function| function.blocks.is_empty() && function.name == name)
    };
    PRELUDES
        .iter()
        .filter(|prelude| prelude.functions.iter().any(|name| is_missing(name)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Severity;

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
