//! Every program of `tests/sequential` under gcc and under `raceproof run`: the same standard output
//! and the same exit status. The conventions are in `tests/sequential/README.md`.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sequential");
    let mut trials = Vec::new();
    for topic in entries(&root) {
        for entry in entries(&topic) {
            let files = match entry.is_dir() {
                true => entries(&entry).into_iter().filter(|file| is_c(file)).collect(),
                false if is_c(&entry) => vec![entry.clone()],
                false => continue,
            };
            let name = entry.strip_prefix(&root).unwrap_or(&entry).with_extension("");
            let name = name.to_string_lossy().replace('\\', "/");
            trials.push(Trial::test(name, move || compare(&files)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The entries of a directory in the order of their names; none if it is no directory.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn is_c(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("c"))
}

/// What a program's first lines ask for.
struct Directives {
    std: String,
    args: Vec<String>,
    stdin: String,
}

impl Directives {
    fn read(file: &Path) -> Result<Directives, Failed> {
        let text = std::fs::read(file)?;
        let text = String::from_utf8_lossy(&text);
        let mut directives = Directives {
            std: "gnu17".to_owned(),
            args: Vec::new(),
            stdin: String::new(),
        };
        for line in text.lines().take_while(|line| line.starts_with("//")) {
            if let Some(std) = line.strip_prefix("// std: ") {
                directives.std = std.trim().to_owned();
            } else if let Some(args) = line.strip_prefix("// args: ") {
                directives.args = words(args);
            } else if let Some(stdin) = line.strip_prefix("// stdin: ") {
                directives.stdin = format!("{}\n", stdin.replace("\\n", "\n"));
            }
        }
        Ok(directives)
    }
}

/// Words apart by blanks, with quotes around those that have blanks themselves.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn compare(files: &[PathBuf]) -> Result<(), Failed> {
    let first = files.first().ok_or("a program without files")?;
    let directives = Directives::read(first)?;
    let directory = tempfile::tempdir()?;
    let native = directory.path().join("program");
    let mut gcc = Command::new("gcc");
    gcc.arg(format!("-std={}", directives.std))
        .args(["-w", "-fopenmp"])
        .args(files)
        .arg("-o")
        .arg(&native)
        .arg("-lm");
    let compiled = run(&mut gcc, "")?;
    if compiled.status != Some(0) {
        return Err(format!("gcc rejects it:\n{}", compiled.stderr).into());
    }
    let expected = run(Command::new(&native).args(&directives.args), &directives.stdin)?;
    let mut ours = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    ours.arg("run")
        .arg(format!("-std={}", directives.std))
        .args(files)
        .arg("--")
        .args(&directives.args);
    let actual = run(&mut ours, &directives.stdin)?;
    if expected.stdout == actual.stdout && expected.status == actual.status {
        return Ok(());
    }
    let mut message = String::new();
    if expected.status != actual.status {
        let word = |status: Option<i32>| status.map_or("a signal".to_owned(), |code| code.to_string());
        message += &format!(
            "exit status: {} expected, {} found\n",
            word(expected.status),
            word(actual.status)
        );
    }
    if expected.stdout != actual.stdout {
        message += &first_difference(&expected.stdout, &actual.stdout);
    }
    if !actual.stderr.is_empty() {
        message += &format!("standard error:\n{}", actual.stderr);
    }
    Err(message.into())
}

fn first_difference(expected: &[u8], actual: &[u8]) -> String {
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        text.split('\n').map(|line| format!("{line:?}")).collect()
    };
    let (expected, actual) = (lines(expected), lines(actual));
    let same = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let line = |lines: &[String]| lines.get(same).cloned().unwrap_or_else(|| "the end".to_owned());
    format!(
        "output, line {}: {} expected, {} found\n",
        same + 1,
        line(&expected),
        line(&actual)
    )
}

struct Output {
    /// None if a signal ended it.
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

/// Runs a command with some standard input; it fails if that takes more than a minute.
fn run(command: &mut Command, stdin: &str) -> Result<Output, Failed> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program need not read its input.
        let _ = pipe.write_all(stdin.as_bytes());
    }
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > Duration::from_secs(60) {
            child.kill()?;
            child.wait()?;
            return Err(format!("{:?} did not end within a minute", command.get_program()).into());
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let stderr = stderr.join().unwrap_or_default();
    Ok(Output {
        status: status.code(),
        stdout: stdout.join().unwrap_or_default(),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

fn drain<R: Read + Send + 'static>(pipe: Option<R>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is all there is to compare.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
