//! Which file defines what the files of a program do not: one beside them, or one of the project.
//!
//! That is a hint, so the text of files is enough: a name, parentheses, and a brace that opens a body.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use raceproof_source::Loaded;

/// More files than this are not looked at.
const MOST_FILES: usize = 400;

/// Longer files are not looked at.
const MOST_BYTES: u64 = 4 << 20;

/// What to say of functions that no file of the program defines and that other files do.
pub fn hints(loaded: &Loaded, given: &[PathBuf], project: &[PathBuf]) -> Vec<String> {
    let functions = loaded.unknown.iter().filter(|unknown| unknown.object.is_none());
    let mut wanted: Vec<&str> = functions.map(|unknown| unknown.name.as_str()).collect();
    wanted.retain(|name| !name.starts_with("__"));
    if wanted.is_empty() {
        return Vec::new();
    }
    let files = loaded.sources.files().iter();
    let known: HashSet<PathBuf> = files
        .filter_map(|file| std::fs::canonicalize(&file.name).ok())
        .collect();
    let is_known = |path: &Path| std::fs::canonicalize(path).is_ok_and(|path| known.contains(&path));
    let of_project = project
        .iter()
        .map(|path| (path.clone(), " (compile_commands.json)"));
    let beside = beside(given).into_iter().map(|path| (path, ""));
    let mut found: BTreeMap<PathBuf, (&str, Vec<&str>)> = BTreeMap::new();
    for (path, from) in of_project
        .chain(beside)
        .filter(|(path, _)| !is_known(path))
        .take(MOST_FILES)
    {
        let is_short = std::fs::metadata(&path).is_ok_and(|about| about.len() <= MOST_BYTES);
        let Some(text) = is_short.then(|| std::fs::read(&path).ok()).flatten() else {
            continue;
        };
        let here: Vec<&str> = wanted
            .iter()
            .copied()
            .filter(|name| defines(&text, name))
            .collect();
        wanted.retain(|name| !here.contains(name));
        if !here.is_empty() {
            found.insert(path, (from, here));
        }
    }
    let say = |(path, (from, names)): (PathBuf, (&str, Vec<&str>))| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let path = path.display();
        format!("is a file missing? {path}{from} defines {}", names.join(", "))
    };
    found.into_iter().map(say).collect()
}

/// The C sources in the directories of the files that were given.
fn beside(given: &[PathBuf]) -> Vec<PathBuf> {
    let mut directories: Vec<&Path> = given.iter().filter_map(|path| path.parent()).collect();
    directories.sort_unstable();
    directories.dedup();
    let mut all = Vec::new();
    for directory in directories {
        let read = match directory.as_os_str().is_empty() {
            true => std::fs::read_dir("."),
            false => std::fs::read_dir(directory),
        };
        let entries = read.into_iter().flatten().flatten();
        let paths = entries.map(|entry| directory.join(entry.file_name()));
        all.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "c")));
    }
    all.sort();
    all
}

/// Whether a text seems to define a function.
fn defines(text: &[u8], name: &str) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = name.as_bytes();
    let mut at = 0;
    while let Some(next) = text
        .get(at..)
        .and_then(|rest| rest.windows(name.len()).position(|w| w == name))
    {
        let start = at + next;
        at = start + 1;
        let before = start.checked_sub(1).and_then(|before| text.get(before));
        // A result or a qualifier stands before it, and what is called stands after other things.
        if before.is_none_or(|before| !matches!(before, b' ' | b'*' | b'\n' | b'\t')) {
            continue;
        }
        let rest = &text[start + name.len()..];
        if rest.first().is_some_and(is_word) {
            continue;
        }
        let mut depth = 0;
        let mut has_parameters = false;
        for byte in rest.iter().filter(|byte| !byte.is_ascii_whitespace()) {
            match byte {
                b'(' => {
                    depth += 1;
                    has_parameters = true;
                }
                b')' => depth -= 1,
                b'{' if depth == 0 && has_parameters => return true,
                _ if depth > 0 => {}
                _ => break,
            }
            if depth < 0 {
                break;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::defines;

    #[test]
    fn a_definition_has_a_body() {
        let text = b"int push(int x);\nint use(void) { return push(3) + pop(); }\nstatic int\npop (void)\n{ return 1; }\n";
        assert!(defines(text, "pop") && defines(text, "use"));
        assert!(!defines(text, "push") && !defines(text, "op") && !defines(text, "us"));
        assert!(defines(b"void *make(int (*f)(int), int n) {", "make"));
        assert!(!defines(b"#define make(x) { x }", "made"));
    }
}
