//! `raceproof cc`: stands in for the compiler of a build and remembers what it was told.
//!
//! `make CC="raceproof cc"` is all that a Makefile needs: every argument goes on to the real compiler, which
//! reads and writes what it always does, and its exit status is ours. What succeeded is remembered in
//! `compile_commands.json`, in the form that other tools know, and, for commands that link, in
//! `link_commands.json` beside it.
//!
//! Invariant: a database is whole at any moment. One process at a time changes it (the directory is locked),
//! and a new one takes the place of the old by renaming. An entry replaces the one of the same directory,
//! source and output; entries of sources that are gone (what `configure` tried) are dropped.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use serde::{Serialize, de::DeserializeOwned};

use super::database::{Entry, LINK_COMMANDS, LinkEntry, places};
use super::flags::{CommandLine, Linked, Stage, expanded, normal};
use super::{complain, recorder, write};

/// The environment variable that names the real compiler.
const COMPILER: &str = "RACEPROOF_CC";

/// The environment variable that names the database, or its directory.
const DATABASE: &str = "RACEPROOF_DATABASE";

/// The environment variable that names the real compiler of C++.
const CPP_COMPILER: &str = "RACEPROOF_CXX";

const HELP: &str = "\
Stands in for the C compiler of a build, and remembers what it compiled and linked

Usage: make CC=\"raceproof cc\"    then: raceproof check -p .
       make CC=\"raceproof cc --record\" CXX=\"raceproof c++ --record\"    then: raceproof record -- ./program

Everything is passed on to the real compiler: $RACEPROOF_CC, or cc. The commands are remembered in
compile_commands.json and link_commands.json, in $RACEPROOF_DATABASE (a directory, or the name of the
first file), or else in the directory where the outermost make or ninja runs. With --record the program is
built so that `raceproof record` can write down what its threads do; c++ is for that only, by $RACEPROOF_CXX
or c++, and remembers nothing.
";

/// Runs the compiler with these arguments.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let (arguments, records) = recorded(arguments);
    if arguments.is_empty() {
        return help();
    }
    let compiler = compiler(COMPILER, "cc");
    compile(&compiler, arguments, records, true)
}

/// Runs the compiler for C++, which is for programs that are recorded.
pub fn run_cpp(arguments: &[OsString]) -> ExitCode {
    let (arguments, records) = recorded(arguments);
    if arguments.is_empty() {
        return help();
    }
    if !records {
        complain("only programs that are recorded can be in C++: raceproof c++ --record …");
        return ExitCode::from(2);
    }
    compile(&compiler(CPP_COMPILER, "c++"), arguments, true, false)
}

fn help() -> ExitCode {
    match write::standard_output(HELP) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The arguments of the compiler, and whether the program is to be recorded.
fn recorded(arguments: &[OsString]) -> (&[OsString], bool) {
    match arguments.split_first() {
        Some((first, rest)) if first == "--record" => (rest, true),
        _ => (arguments, false),
    }
}

/// The real compiler: what a variable of the environment says, or the usual one.
fn compiler(variable: &str, usual: &str) -> Vec<String> {
    let named = std::env::var(variable).unwrap_or_default();
    let mut compiler = shlex::split(&named).unwrap_or_default();
    if compiler.is_empty() {
        compiler.push(usual.to_owned());
    }
    compiler
}

fn compile(compiler: &[String], arguments: &[OsString], records: bool, remembers: bool) -> ExitCode {
    let added = match records {
        true => recorder::arguments(compiler, links(arguments)),
        false => Ok(Vec::new()),
    };
    let added = match added {
        Ok(added) => added,
        Err(message) => {
            complain(&message);
            return ExitCode::from(2);
        }
    };
    let status = Command::new(&compiler[0])
        .args(&compiler[1..])
        .args(arguments)
        .args(added)
        .status();
    let status = match status {
        Ok(status) => status,
        Err(error) => {
            complain(&format!(
                "cannot run the compiler `{}`: {error}",
                compiler.join(" ")
            ));
            // As a shell says it.
            return ExitCode::from(127);
        }
    };
    if status.success()
        && remembers
        && let Err(message) = remember(compiler, arguments)
    {
        // The build has what it wanted.
        complain(&format!("the command is not remembered: {message}"));
    }
    code(status)
}

/// Ends as the compiler did; as a shell says it if a signal ended that.
fn code(status: ExitStatus) -> ExitCode {
    let signal = || status.signal().map(|signal| 128 + signal);
    let code = status.code().or_else(signal).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// Whether the compiler links.
fn links(arguments: &[OsString]) -> bool {
    let stops = |word: &OsString| {
        matches!(
            word.to_str(),
            Some("-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only")
        )
    };
    !arguments.iter().any(stops)
}

fn remember(compiler: &[String], arguments: &[OsString]) -> Result<(), String> {
    let directory = std::env::current_dir().map_err(|error| error.to_string())?;
    let words: Vec<String> = arguments
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = expanded(words, &directory);
    let line = CommandLine::parse(words.iter().cloned(), &directory);
    if line.stage == Stage::Look {
        return Ok(());
    }
    let spoken: Vec<String> = compiler.iter().cloned().chain(words).collect();
    let output = |source: &PathBuf| match (line.stage, &line.output) {
        (Stage::Link, Some(program)) => program.clone(),
        _ => line.object(source),
    };
    let entries: Vec<Entry> = line
        .sources
        .iter()
        .map(|source| Entry {
            directory: directory.clone(),
            file: source.clone(),
            command: None,
            arguments: Some(spoken.clone()),
            output: Some(output(source)),
        })
        .collect();
    let link = (line.stage == Stage::Link && !line.linked.is_empty()).then(|| LinkEntry {
        directory: directory.clone(),
        arguments: spoken,
        output: line.output.clone().unwrap_or_else(|| PathBuf::from("a.out")),
        archives: archives(&line, &directory),
    });
    let database = match std::env::var_os(DATABASE).filter(|name| !name.is_empty()) {
        Some(name) => PathBuf::from(name),
        None => build_directory(&directory),
    };
    let (home, compile_commands) = places(&database);
    std::fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    // Held until the end of the process at the latest.
    let lock = File::open(&home).and_then(|lock| lock.lock().map(|()| lock));
    let _lock = lock.map_err(|error| format!("{}: {error}", home.display()))?;
    if !entries.is_empty() {
        update(&compile_commands, entries, |entry: &Entry| {
            let file = normal(&entry.directory.join(&entry.file));
            file.exists()
                .then(|| (entry.directory.clone(), file, entry.output.clone()))
        })?;
    }
    match link {
        Some(link) => update(&home.join(LINK_COMMANDS), vec![link], |entry: &LinkEntry| {
            let output = normal(&entry.directory.join(&entry.output));
            output.exists().then_some(output)
        }),
        None => Ok(()),
    }
}

/// Adds entries to a file; those with an equal key go, and so do those without any.
fn update<T: Serialize + DeserializeOwned, K: PartialEq>(
    path: &Path,
    added: Vec<T>,
    key: impl Fn(&T) -> Option<K>,
) -> Result<(), String> {
    let explain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut entries: Vec<T> = match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| explain(&error))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(explain(&error)),
    };
    entries.retain(|entry| key(entry).is_some());
    for new in added {
        let Some(wanted) = key(&new) else { continue };
        match entries
            .iter()
            .position(|entry| key(entry).as_ref() == Some(&wanted))
        {
            Some(place) => entries[place] = new,
            None => entries.push(new),
        }
    }
    let mut text = serde_json::to_string_pretty(&entries).map_err(|error| explain(&error))?;
    text.push('\n');
    write::file(path, &text)
}

/// The members of the archives that a command links, for nobody tells us of the commands that make them.
fn archives(line: &CommandLine, directory: &Path) -> BTreeMap<PathBuf, Vec<String>> {
    let mut found = BTreeMap::new();
    for part in &line.linked {
        let candidates: Vec<PathBuf> = match part {
            Linked::File(path) => vec![directory.join(path)],
            Linked::Library(name) => {
                let places = line.library_dirs.iter();
                places.map(|place| place.join(format!("lib{name}.a"))).collect()
            }
        };
        for path in candidates {
            if path.extension().is_some_and(|ending| ending == "a")
                && let Some(members) = std::fs::read(&path).ok().and_then(|bytes| members(&bytes))
            {
                found.insert(normal(&path), members);
            }
        }
    }
    found
}

/// The names of the members of an archive, in the format of GNU ar and that of BSD; none if it is no archive.
pub fn members(bytes: &[u8]) -> Option<Vec<String>> {
    const HEADER: usize = 60;
    let is_thin = bytes.starts_with(b"!<thin>\n");
    if !is_thin && !bytes.starts_with(b"!<arch>\n") {
        return None;
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let (mut at, mut long, mut names) = (8, &[][..], Vec::new());
    while let Some(header) = bytes.get(at..at + HEADER) {
        let name = text(&header[..16]);
        let size: usize = text(&header[48..58]).parse().ok()?;
        at += HEADER;
        let is_table = name == "/" || name == "//" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
        let content = bytes.get(at..at + size).unwrap_or_default();
        if name == "//" {
            long = content;
        } else if let Some(length) = name.strip_prefix("#1/") {
            let length = length.parse().ok()?;
            let name = text(content.get(..length)?);
            names.push(name.trim_end_matches('\0').to_owned());
        } else if let Some(offset) = name
            .strip_prefix('/')
            .and_then(|offset| offset.parse::<usize>().ok())
        {
            let rest = long.get(offset..)?;
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            names.push(text(&rest[..end]).trim_end_matches('/').to_owned());
        } else if !is_table {
            names.push(name.trim_end_matches('/').to_owned());
        }
        // A thin archive holds no contents but those of its tables.
        if !is_thin || is_table {
            at += size + size % 2;
        }
    }
    names.retain(|name| !name.starts_with("__.SYMDEF"));
    Some(names)
}

/// Where the build runs: the directory of the outermost `make` or its like among the processes that called
/// us, as long as we are below it; else where we are.
fn build_directory(directory: &Path) -> PathBuf {
    let mut found = directory.to_owned();
    let mut process = std::os::unix::process::parent_id();
    while process > 1 {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else {
            break;
        };
        // The name stands in parentheses and may hold some itself.
        let (Some(open), Some(close)) = (stat.find('('), stat.rfind(')')) else {
            break;
        };
        let name = &stat[open + 1..close];
        if matches!(
            name,
            "make" | "gmake" | "bmake" | "ninja" | "samu" | "scons" | "tup" | "mk" | "redo"
        ) && let Ok(there) = std::fs::read_link(format!("/proc/{process}/cwd"))
            && directory.starts_with(&there)
        {
            found = there;
        }
        let parent = stat[close + 1..].split_whitespace().nth(1);
        process = parent.and_then(|id| id.parse().ok()).unwrap_or(0);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::members;

    fn archive(magic: &str, parts: &[(&str, &str)]) -> Vec<u8> {
        let mut bytes = magic.as_bytes().to_vec();
        for (name, content) in parts {
            let header = format!(
                "{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
                0,
                0,
                0,
                644,
                content.len()
            );
            bytes.extend(header.bytes());
            if magic.contains("arch") || name.starts_with("//") {
                bytes.extend(content.bytes());
                bytes.extend((content.len() % 2 == 1).then_some(b'\n'));
            }
        }
        bytes
    }

    #[test]
    fn archives_tell_their_members() {
        let long = "a_long_name_of_an_object.o/\n";
        let parts = [
            ("/", "xxx"),
            ("//", long),
            ("short.o/", "123"),
            ("/0", "4567"),
            ("b.o/", ""),
        ];
        let expected = ["short.o", "a_long_name_of_an_object.o", "b.o"]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(members(&archive("!<arch>\n", &parts)), Some(expected));
        let thin = [("//", "src/x.o/\nsrc/y.o/\n"), ("/0", "12345"), ("/9", "1")];
        let expected = ["src/x.o", "src/y.o"].map(str::to_owned).to_vec();
        assert_eq!(members(&archive("!<thin>\n", &thin)), Some(expected));
        let bsd = [("__.SYMDEF", "12"), ("#1/8", "long.o\0\0data")];
        assert_eq!(
            members(&archive("!<arch>\n", &bsd)),
            Some(vec!["long.o".to_owned()])
        );
        assert_eq!(members(b"\x7fELF"), None);
        assert_eq!(members(b"!<arch>\nshort"), Some(Vec::new()));
    }
}
