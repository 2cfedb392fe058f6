//! Runs the preprocessor of the system's C compiler. Together with [`crate::headers`], the only place
//! in this crate that does IO.
//!
//! One process per file. The compiler is `$CC`, or the first of cc, gcc and clang that is there. What
//! it says of errors is passed on as our diagnostics with its positions.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub use raceproof_ir::DataModel;
use raceproof_ir::{FileId, Span};

use crate::headers;
use crate::lex::Dialect;
use crate::session::Rejected;
use raceproof_source::{Diagnostic, Diagnostics, Severity};
use raceproof_source::{LineMarker, SourceMap};

/// The largest source file that is read.
pub const MAX_BYTES: u64 = 64 << 20;

/// How to preprocess.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PreprocessOptions {
    /// `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=value`. Definitions come before undefinitions.
    pub defines: Vec<String>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// `-include`.
    pub include_files: Vec<PathBuf>,
    /// `-std=`, as `c11` or `gnu17`.
    pub standard: Option<String>,
    /// Which predefined macros the program sees.
    pub data_model: DataModel,
    /// OpenCilk's keywords.
    pub cilk: bool,
    /// Macros with values that win over definitions in the file itself.
    pub overrides: Vec<(String, String)>,
    /// Further arguments, passed on as they are.
    pub extra: Vec<String>,
    /// Where the compiler runs; relative paths of the options and of the file are relative to it.
    pub working_directory: Option<PathBuf>,
}

impl PreprocessOptions {
    /// Which words are keywords. An unknown standard is an error.
    pub fn dialect(&self, diagnostics: &mut Diagnostics) -> Dialect {
        let dialect = match &self.standard {
            None => Dialect::default(),
            Some(standard) => Dialect::from_std(standard).unwrap_or_else(|| {
                diagnostics.push(
                    Diagnostic::error(Span::NONE, format!("unknown standard `{standard}`"))
                        .help("known are c89, c99, c11, c17, c23 and gnu89 … gnu23"),
                );
                Dialect::default()
            }),
        };
        Dialect {
            cilk: self.cilk,
            ..dialect
        }
    }
}

/// The preprocessed text of a file, and the file. Original texts of the user's files are put into
/// `sources`. A file named `.i` is returned as it is.
pub fn preprocess(
    path: &Path,
    options: &PreprocessOptions,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<(FileId, Vec<u8>), Rejected> {
    let reject = |diagnostics: &mut Diagnostics, message: String, help: Option<&str>| {
        let mut error = Diagnostic::error(Span::NONE, message);
        error.help = help.map(str::to_owned);
        diagnostics.push(error);
        Rejected
    };
    let on_disk = match &options.working_directory {
        Some(directory) => directory.join(path),
        None => path.to_owned(),
    };
    let text = match read_source(&on_disk) {
        Ok(text) => text,
        Err(problem) => {
            return Err(reject(
                diagnostics,
                format!("{}: {problem}", path.display()),
                None,
            ));
        }
    };
    let name = path.to_string_lossy();
    let file = sources.file(&name);
    if path.extension().is_some_and(|extension| extension == "i") {
        return Ok((file, text));
    }
    let replaced = without_definitions(&text, &options.overrides);
    sources.set_text(file, text);
    let header_directory = match headers::directory() {
        Ok(directory) => directory,
        Err(error) => {
            let message = format!("cannot write our headers: {error}");
            let help = "set TMPDIR to a directory that can be written to";
            return Err(reject(diagnostics, message, Some(help)));
        }
    };
    let output = match run(path, replaced, options, header_directory) {
        Ok(output) => output,
        Err(error) => {
            let message = format!("cannot run the C preprocessor: {error}");
            let help = "install gcc or clang, or name a compiler with the environment variable CC";
            return Err(reject(diagnostics, message, Some(help)));
        }
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let errors = report_messages(&said, &on_disk, options, sources, diagnostics);
    if !output.status.success() {
        if errors == 0 {
            let said = said.trim();
            let message = format!("the C preprocessor failed ({}): {said}", output.status);
            return Err(reject(diagnostics, message, None));
        }
        return Err(Rejected);
    }
    read_included(&output.stdout, header_directory, options, sources);
    Ok((file, output.stdout))
}

/// Reads a file that must be C source.
fn read_source(path: &Path) -> Result<Vec<u8>, String> {
    let explain = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => error.to_string(),
    };
    let meta = std::fs::metadata(path).map_err(explain)?;
    if meta.is_dir() {
        return Err("is a directory, not a C file".to_owned());
    }
    if !meta.is_file() {
        return Err("is not a regular file".to_owned());
    }
    if meta.len() > MAX_BYTES {
        let limit = MAX_BYTES >> 20;
        return Err(format!(
            "has {} bytes, more than the limit of {limit} MiB",
            meta.len()
        ));
    }
    let text = std::fs::read(path).map_err(explain)?;
    match text.iter().position(|&byte| byte == 0) {
        Some(_) => Err("is a binary file, not C source".to_owned()),
        None => Ok(text),
    }
}

/// The text without its definitions of some macros; none if it has none of them. Lines stay where they are.
fn without_definitions(text: &[u8], overrides: &[(String, String)]) -> Option<Vec<u8>> {
    let defines = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        let name = line
            .trim_start()
            .strip_prefix('#')
            .and_then(|rest| rest.trim_start().strip_prefix("define"))
            .filter(|rest| rest.starts_with([' ', '\t']))
            .map(str::trim_start)
            .unwrap_or_default();
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let (name, rest) = name.split_at(end.unwrap_or(name.len()));
        !rest.starts_with('(') && overrides.iter().any(|(other, _)| other == name)
    };
    let mut out = Vec::with_capacity(text.len());
    let (mut found, mut inside) = (false, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if inside || defines(line) {
            found = true;
            inside = line.trim_ascii_end().ends_with(b"\\");
            out.push(b'\n');
        } else {
            out.extend_from_slice(line);
        }
    }
    found.then_some(out)
}

fn run(
    path: &Path,
    replaced: Option<Vec<u8>>,
    options: &PreprocessOptions,
    headers: &Path,
) -> io::Result<Output> {
    let named = std::env::var("CC").unwrap_or_default();
    let named: Vec<&str> = named.split_whitespace().collect();
    let candidates: Vec<Vec<&str>> = if named.is_empty() {
        vec![vec!["cc"], vec!["gcc"], vec!["clang"]]
    } else {
        vec![named]
    };
    let mut result = Err(io::Error::from(io::ErrorKind::NotFound));
    for words in candidates {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        arguments(&mut command, path, replaced.is_some(), options, headers);
        if options.data_model == DataModel::Ilp32 {
            for directory in native_directories(&words) {
                command.arg("-idirafter").arg(directory);
            }
        }
        let stdin = match replaced {
            Some(_) => Stdio::piped(),
            None => Stdio::null(),
        };
        let child = command
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        result = child
            .and_then(|child| feed(child, path, replaced.as_deref()))
            .map_err(|error| io::Error::new(error.kind(), format!("`{}`: {error}", words.join(" "))));
        match &result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            _ => break,
        }
    }
    result
}

/// Where the compiler looks for headers of its own machine. Many systems have no other ones, and glibc's
/// serve both data models.
fn native_directories(compiler: &[&str]) -> Vec<String> {
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).env("LC_ALL", "C");
    command.args(["-E", "-v", "-x", "c", "/dev/null"]);
    let Ok(output) = command.stdin(Stdio::null()).output() else {
        return Vec::new();
    };
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines()
        .skip_while(|line| !line.starts_with("#include <"))
        .take_while(|line| !line.starts_with("End of search"))
        .filter_map(|line| line.strip_prefix(' '))
        .map(|line| line.trim().to_owned())
        .collect()
}

/// Gives a compiler the text to read, if it has not to read the file itself, and waits for its end.
fn feed(mut child: Child, path: &Path, text: Option<&[u8]>) -> io::Result<Output> {
    let Some((mut stdin, text)) = child.stdin.take().zip(text) else {
        return child.wait_with_output();
    };
    let name = path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A compiler that reads no further says why on its own.
            let _ = stdin
                .write_all(format!("# 1 \"{name}\"\n").as_bytes())
                .and_then(|()| stdin.write_all(text));
        });
        child.wait_with_output()
    })
}

/// Macros that tell of instruction sets. Programs that test them have a portable path too, and that
/// is the one we can follow.
static INSTRUCTION_SETS: &[&str] = &[
    "__MMX__",
    "__SSE__",
    "__SSE2__",
    "__SSE3__",
    "__SSSE3__",
    "__SSE4_1__",
    "__SSE4_2__",
    "__AVX__",
    "__AVX2__",
    "__AVX512F__",
    "__ARM_NEON",
    "__ALTIVEC__",
];

fn arguments(
    command: &mut Command,
    path: &Path,
    from_stdin: bool,
    options: &PreprocessOptions,
    headers: &Path,
) {
    // Messages are read, so they must be in one language.
    command.env("LC_ALL", "C");
    if let Some(directory) = &options.working_directory {
        command.current_dir(directory);
    }
    command.args(["-E", "-x", "c", "-fopenmp"]);
    if let Some(standard) = &options.standard {
        // gcc 12 knows C23 by its working title only.
        let standard = match standard.as_str() {
            "c23" => "c2x",
            "gnu23" => "gnu2x",
            other => other,
        };
        command.arg(format!("-std={standard}"));
    }
    if options.data_model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    command.args(["-D__RACEPROOF__=1", "-U_FORTIFY_SOURCE"]);
    for name in INSTRUCTION_SETS {
        command.arg(format!("-U{name}"));
    }
    if options.cilk {
        command.arg("-D__cilk=300");
    }
    for define in &options.defines {
        command.arg(format!("-D{define}"));
    }
    for name in &options.undefines {
        command.arg(format!("-U{name}"));
    }
    for directory in &options.include_dirs {
        command.arg("-I").arg(directory);
    }
    for file in &options.include_files {
        command.arg("-include").arg(file);
    }
    command.args(&options.extra);
    for (name, value) in &options.overrides {
        command.arg(format!("-D{name}={value}"));
    }
    command.arg("-isystem").arg(headers);
    if from_stdin {
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        command.arg("-iquote").arg(directory.unwrap_or(Path::new(".")));
        command.arg("-");
        return;
    }
    // A name that begins with a dash is a file all the same.
    if path.to_string_lossy().starts_with('-') {
        command.arg(Path::new(".").join(path));
    } else {
        command.arg(path);
    }
}

/// Reads the texts of the user's files that were included, so that positions in them are exact.
/// A header of the system has no use for that.
fn read_included(text: &[u8], header_directory: &Path, options: &PreprocessOptions, sources: &mut SourceMap) {
    let mut at = 0;
    while at < text.len() {
        let length = text[at..]
            .iter()
            .position(|&b| b == b'\n')
            .unwrap_or(text.len() - at);
        let row = &text[at..at + length];
        at += length + 1;
        if row.first() != Some(&b'#') {
            continue;
        }
        let Some(LineMarker {
            name: Some(name),
            is_system: false,
            ..
        }) = LineMarker::parse(row)
        else {
            continue;
        };
        if name.starts_with('<') || Path::new(&name).starts_with(header_directory) {
            continue;
        }
        let file = sources.file(&name);
        if sources.text(file).is_some() {
            continue;
        }
        let path = match &options.working_directory {
            Some(directory) => directory.join(&name),
            None => PathBuf::from(&name),
        };
        if let Ok(text) = read_source(&path) {
            sources.set_text(file, text);
        }
    }
}

/// Turns what the compiler said into diagnostics; returns the number of errors.
fn report_messages(
    said: &str,
    main: &Path,
    options: &PreprocessOptions,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> usize {
    let mut errors = 0;
    for line in said.lines() {
        let Some((place, severity, message)) = split_message(line) else {
            continue;
        };
        let span = place.and_then(|place| find_place(place, main, options, sources));
        let mut diagnostic = Diagnostic::new(severity, span.unwrap_or(Span::NONE), message);
        if message.ends_with("No such file or directory") || message.ends_with("file not found") {
            diagnostic.help = Some("name the directory that holds it with -I".to_owned());
        }
        errors += usize::from(severity == Severity::Error);
        diagnostics.push(diagnostic);
    }
    errors
}

/// `file:line:column: error: text`.
fn split_message(line: &str) -> Option<(Option<&str>, Severity, &str)> {
    let kinds = [
        ("fatal error: ", Severity::Error),
        ("error: ", Severity::Error),
        ("warning: ", Severity::Warning),
    ];
    for (mark, severity) in kinds {
        let Some(at) = line.find(mark) else { continue };
        let place = line[..at].trim_end().strip_suffix(':');
        if at > 0 && place.is_none() {
            continue;
        }
        return Some((place, severity, &line[at + mark.len()..]));
    }
    None
}

fn find_place(
    place: &str,
    main: &Path,
    options: &PreprocessOptions,
    sources: &mut SourceMap,
) -> Option<Span> {
    let mut parts = place.rsplitn(3, ':');
    let last = parts.next()?.parse::<u32>().ok()?;
    let middle = parts.next()?;
    let (name, line, column) = match (middle.parse::<u32>(), parts.next()) {
        (Ok(line), Some(name)) => (name.to_owned(), line, last),
        _ => (place.rsplit_once(':')?.0.to_owned(), last, 1),
    };
    let file = sources.file(&name);
    if sources.text(file).is_none() {
        let path = match &options.working_directory {
            Some(directory) => directory.join(&name),
            None => PathBuf::from(&name),
        };
        if path != main
            && let Ok(text) = read_source(&path)
        {
            sources.set_text(file, text);
        }
    }
    Some(Span {
        file,
        line,
        column,
        length: 1,
    })
}
