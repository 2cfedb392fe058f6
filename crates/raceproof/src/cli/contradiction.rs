//! Options of `check` that each are right and cannot be meant together.

use std::path::{Path, PathBuf};

use super::arguments::CheckArguments;
use super::check::{algorithm, engine_name};
use super::range::Range;

/// What the options say that cannot be meant.
pub fn contradiction(arguments: &CheckArguments) -> Option<String> {
    let mut names: Vec<&str> = arguments.world.ranges.iter().map(Range::name).collect();
    names.sort_unstable();
    let algorithm = algorithm(arguments);
    if let Some(engine) = algorithm.engine()
        && engine_name(arguments) != Some(engine)
    {
        let (word, engine) = (algorithm.word(), engine.word());
        return Some(format!(
            "`--algorithm {word}` is for another engine: add `--engine {engine}`"
        ));
    }
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("`--input` names `{}` twice: give one range", twice[0]));
    }
    let is_same = |a: &Path, b: &Path| {
        a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
    };
    let outputs = || {
        arguments
            .show
            .outputs
            .iter()
            .filter_map(|output| output.path.as_ref())
    };
    let written = outputs().map(|path| ("-o", path));
    let schedules = [
        ("--witness", &arguments.witness),
        ("--reproducer", &arguments.reproducer),
    ];
    let schedules = schedules
        .iter()
        .filter_map(|(option, path)| Some((*option, path.as_ref()?)));
    for (option, path) in written.chain(schedules) {
        if arguments.input.files.iter().any(|file| is_same(file, path)) {
            return Some(format!(
                "`{option}` would overwrite the program in {}",
                path.display()
            ));
        }
    }
    let is_witness = |path: &PathBuf| {
        arguments
            .witness
            .as_ref()
            .is_some_and(|witness| is_same(path, witness))
    };
    let is_twice = outputs().any(is_witness);
    is_twice.then(|| "`-o` and `--witness` name the same file".to_owned())
}
