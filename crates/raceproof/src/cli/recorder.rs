//! Compiling and linking programs so that they can be recorded: `raceproof cc --record`, `raceproof c++
//! --record`.
//!
//! The compiler puts in the calls that it has for ThreadSanitizer, and links what is found as its library. So
//! the recorder stands in a directory under that name, where it is compiled once for each compiler. GCC looks
//! there first; clang is told to link no library of its own, and gets ours.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raceproof_record::{COMPILE, FIRST, HEADER, LIBRARY, SOURCES, WIDE};

/// The arguments that a compiler gets beside its own.
pub fn arguments(compiler: &[String], links: bool) -> Result<Vec<OsString>, String> {
    let version = Command::new(&compiler[0])
        .args(&compiler[1..])
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    let version =
        version.map_err(|error| format!("cannot run the compiler `{}`: {error}", compiler.join(" ")))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let library = library(compiler, &version)?;
    let mut added: Vec<OsString> = vec!["-fsanitize=thread".into(), "-g".into()];
    if !links {
        return Ok(added);
    }
    // Libraries that the program loads call the recorder, too.
    added.push("-rdynamic".into());
    let joined = |option: &str| {
        let mut word = OsString::from(option);
        word.push(&library);
        word
    };
    match version.contains("clang") {
        false => added.extend(["-static-libtsan".into(), joined("-B"), joined("-L")]),
        true => {
            added.push("-fno-sanitize-link-runtime".into());
            added.push("-Wl,--whole-archive".into());
            added.push(library.join(LIBRARY).into());
            added.extend(["-Wl,--no-whole-archive".into(), "-ldl".into(), "-lpthread".into()]);
        }
    }
    Ok(added)
}

/// Where the recorder is, compiled by this compiler.
fn library(compiler: &[String], version: &str) -> Result<PathBuf, String> {
    let mut hash = DefaultHasher::new();
    (compiler, version, HEADER, SOURCES).hash(&mut hash);
    let directory = cache().join(format!("recorder-{:016x}", hash.finish()));
    if directory.join(LIBRARY).exists() {
        return Ok(directory);
    }
    let parent = cache();
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&parent).map_err(|error| fail(&parent, error))?;
    let made = tempfile::tempdir_in(&parent).map_err(|error| fail(&parent, error))?;
    let write = |name: &str, text: &str| {
        let path = made.path().join(name);
        std::fs::write(&path, text).map_err(|error| fail(&path, error))
    };
    write(HEADER.0, HEADER.1)?;
    write("first.c", "")?;
    let mut objects = Vec::new();
    for (name, text) in SOURCES {
        let (source, object) = (format!("{name}.c"), format!("{name}.o"));
        write(&source, text)?;
        let wide = cfg!(target_arch = "x86_64").then_some(WIDE);
        let words = COMPILE.iter().copied().chain(wide);
        step(
            made.path(),
            compiler,
            words.chain(["-x", "c", &source, "-o", &object]),
        )?;
        objects.push(object);
    }
    step(made.path(), compiler, ["-c", "-x", "c", "first.c", "-o", FIRST])?;
    let words = ["rcs", LIBRARY]
        .into_iter()
        .chain(objects.iter().map(String::as_str));
    step(made.path(), &["ar".to_owned()], words)?;
    // Who was faster has made the same.
    let made = made.keep();
    if std::fs::rename(&made, &directory).is_err() && !directory.join(LIBRARY).exists() {
        return Err(format!(
            "{}: the recorder cannot be put there",
            directory.display()
        ));
    }
    Ok(directory)
}

fn step<'w>(
    directory: &Path,
    program: &[String],
    words: impl IntoIterator<Item = &'w str>,
) -> Result<(), String> {
    let shown = program.join(" ");
    let output = Command::new(&program[0])
        .args(&program[1..])
        .args(words)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|error| format!("cannot run `{shown}` to make the recorder: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "`{shown}` cannot make the recorder:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Where things are kept that can be made again.
fn cache() -> PathBuf {
    let named = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    named("XDG_CACHE_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .unwrap_or_else(std::env::temp_dir)
        .join("raceproof")
}
