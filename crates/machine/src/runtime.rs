//! Which functions and variables belong to the parts of the library that are written in C, and which of these are OpenMP's runtime.

use raceproof_ir::{FuncId, GlobalId, Program};

/// Functions of the runtime that tell the program who it is.
const ASKS: [&str; 5] = [
    "omp_get_thread_num",
    "__raceproof_omp_number",
    "__raceproof_omp_member",
    "omp_get_ancestor_thread_num",
    "omp_get_team_num",
];

/// Where the parts of the library in C are.
const LIBRARY: &str = "<raceproof>/";

/// Those that are the runtime of OpenMP; what they know of a thread they keep to themselves unless they are asked.
const RUNTIME: [&str; 2] = ["openmp.c", "doacross.c"];

/// Whether a variable belongs to a part of the library that is written in C.
pub fn is_of_library(program: &Program, global: GlobalId) -> bool {
    program
        .file(program.global(global).span.file)
        .starts_with(LIBRARY)
}

/// Whether a function belongs to a part of the library that is written in C, and does not tell the program the number of its thread.
pub fn is_library(program: &Program, function: FuncId) -> bool {
    let function = program.function(function);
    program.file(function.span.file).starts_with(LIBRARY) && !ASKS.contains(&function.name.as_str())
}

/// Whether a function is part of what the runtime of OpenMP does for itself.
pub fn is_inner(program: &Program, function: FuncId) -> bool {
    let of = program.function(function);
    let file = program.file(of.span.file).strip_prefix(LIBRARY);
    is_library(program, function) && file == Some(RUNTIME[0]) && !of.name.starts_with("omp_")
}

/// Whether a function is of the runtime of OpenMP.
pub fn is_runtime(program: &Program, function: FuncId) -> bool {
    let file = program.file(program.function(function).span.file);
    RUNTIME
        .iter()
        .any(|name| file.strip_prefix(LIBRARY) == Some(name))
}
