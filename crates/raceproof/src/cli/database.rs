//! `compile_commands.json`: the options that the build gave to each file, and `link_commands.json`, which
//! `raceproof cc` writes beside it: what was linked to what.
//!
//! Where the build made no `link_commands.json`, the link scripts that CMake leaves beside its objects
//! (`CMakeFiles/NAME.dir/link.txt`) say the same. Relative paths are relative to the directory that an entry
//! names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::flags::{CommandLine, Flags, Linked, expanded, normal};

/// The name of the file with the commands that compile.
pub const COMPILE_COMMANDS: &str = "compile_commands.json";

/// The name of the file with the commands that link.
pub const LINK_COMMANDS: &str = "link_commands.json";

/// One entry of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Where the compiler ran.
    pub directory: PathBuf,
    /// The source.
    pub file: PathBuf,
    /// What was run, as text for a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What was run, word by word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// The object that came out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
}

/// A command that links.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LinkEntry {
    /// Where the linker ran.
    pub directory: PathBuf,
    /// What was run, word by word.
    pub arguments: Vec<String>,
    /// The program or library that came out.
    pub output: PathBuf,
    /// The members of each archive among the arguments, by the archive's path as it was found.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub archives: BTreeMap<PathBuf, Vec<String>>,
}

/// A file of the build and its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Absolute path of the source.
    pub file: PathBuf,
    /// Absolute path of the object that it becomes.
    pub object: PathBuf,
    /// What the flags say.
    pub flags: Flags,
}

/// A program or a library of the build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Absolute path of what came out.
    pub output: PathBuf,
    /// Absolute paths of what went in: objects, archives, libraries, sources.
    pub parts: Vec<PathBuf>,
    /// It is a library or an object, not a program.
    pub is_part: bool,
    /// The members of archives by their paths.
    pub archives: BTreeMap<PathBuf, Vec<String>>,
}

/// What a build says of itself.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// Its files.
    pub units: Vec<Unit>,
    /// Its programs and libraries; none if the build does not say.
    pub links: Vec<Link>,
}

impl Database {
    /// Reads the database in a directory, or the one that the path itself names.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with the name of the file.
    pub fn read(path: &Path) -> Result<Database, String> {
        let (directory, file) = places(path);
        let explain = |file: &Path, reason: String| format!("{}: {reason}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|error| explain(&file, error.to_string()))?;
        let base = std::path::absolute(&directory).unwrap_or(directory.clone());
        let units = units(&text, &base).map_err(|reason| explain(&file, reason))?;
        let beside = directory.join(LINK_COMMANDS);
        let links = match std::fs::read_to_string(&beside) {
            Ok(text) => links(&text, &base).map_err(|reason| explain(&beside, reason))?,
            Err(_) => link_scripts(&units),
        };
        Ok(Database { units, links })
    }
}

/// The files that the text of `compile_commands.json` names; relative directories are relative to `base`.
///
/// # Errors
///
/// What is wrong with it.
pub fn units(text: &str, base: &Path) -> Result<Vec<Unit>, String> {
    let entries: Vec<Entry> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut units = Vec::with_capacity(entries.len());
    for entry in entries {
        units.extend(unit(entry, base)?);
    }
    Ok(units)
}

/// The programs and libraries that the text of `link_commands.json` names.
///
/// # Errors
///
/// What is wrong with it.
pub fn links(text: &str, base: &Path) -> Result<Vec<Link>, String> {
    let entries: Vec<LinkEntry> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(entries.into_iter().map(|entry| link(entry, base)).collect())
}

/// The directory and the compile database that a path stands for.
pub fn places(path: &Path) -> (PathBuf, PathBuf) {
    match path.extension().is_some_and(|ending| ending == "json") && !path.is_dir() {
        true => {
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            (directory.unwrap_or(Path::new(".")).to_owned(), path.to_owned())
        }
        false => (path.to_owned(), path.join(COMPILE_COMMANDS)),
    }
}

/// The unit of an entry; none if its file is not C.
fn unit(entry: Entry, base: &Path) -> Result<Option<Unit>, String> {
    let directory = normal(&base.join(&entry.directory));
    let file = normal(&directory.join(&entry.file));
    let arguments = match (entry.arguments, entry.command) {
        (Some(arguments), _) => arguments,
        (None, Some(command)) => shlex::split(&command)
            .ok_or_else(|| format!("the command of {} has an open quote", file.display()))?,
        (None, None) => {
            return Err(format!(
                "the entry of {} has neither `command` nor `arguments`",
                file.display()
            ));
        }
    };
    if !matches!(
        file.extension().and_then(|ending| ending.to_str()),
        Some("c" | "i")
    ) {
        return Ok(None);
    }
    let line = CommandLine::parse(expanded(arguments, &directory).into_iter().skip(1), &directory);
    let object = entry.output.unwrap_or_else(|| line.object(&entry.file));
    Ok(Some(Unit {
        file,
        object: normal(&directory.join(object)),
        flags: line.flags,
    }))
}

fn link(entry: LinkEntry, base: &Path) -> Link {
    let directory = normal(&base.join(&entry.directory));
    let arguments = expanded(entry.arguments, &directory);
    let line = CommandLine::parse(arguments.into_iter().skip(1), &directory);
    let mut parts = Vec::new();
    for part in &line.linked {
        match part {
            Linked::File(path) => parts.push(normal(&directory.join(path))),
            // Which of the places has it is known only to the disk and to the other commands.
            Linked::Library(name) => {
                let places = line.library_dirs.iter();
                parts.extend(
                    places.flat_map(|place| {
                        ["a", "so"].map(|ending| place.join(format!("lib{name}.{ending}")))
                    }),
                );
            }
        }
    }
    Link {
        output: normal(&directory.join(&entry.output)),
        parts,
        is_part: line.is_part,
        archives: entry
            .archives
            .into_iter()
            .map(|(path, members)| (normal(&directory.join(path)), members))
            .collect(),
    }
}

/// What CMake wrote down for its own use: `CMakeFiles/NAME.dir/link.txt` holds the commands of a target, one
/// a line, which run where the directory `CMakeFiles` is.
fn link_scripts(units: &[Unit]) -> Vec<Link> {
    let mut targets: Vec<&Path> = Vec::new();
    for unit in units {
        let is_target = |path: &&Path| {
            path.extension().is_some_and(|ending| ending == "dir")
                && path.parent().is_some_and(|parent| parent.ends_with("CMakeFiles"))
        };
        let target = unit.object.ancestors().find(is_target);
        if let Some(target) = target.filter(|target| !targets.contains(target)) {
            targets.push(target);
        }
    }
    let mut links = Vec::new();
    for target in targets {
        let Some(directory) = target.parent().and_then(Path::parent) else {
            continue;
        };
        let text = std::fs::read_to_string(target.join("link.txt")).unwrap_or_default();
        for words in text.lines().filter_map(shlex::split) {
            let Some(tool) = words
                .first()
                .and_then(|tool| Path::new(tool).file_name()?.to_str())
            else {
                continue;
            };
            if tool.ends_with("ranlib") {
                continue;
            }
            let is_archiver = tool.ends_with("ar");
            let archive = words.iter().skip(1).find(|word| word.ends_with(".a"));
            let entry = |output: PathBuf| LinkEntry {
                directory: directory.to_owned(),
                arguments: words.clone(),
                output,
                archives: BTreeMap::new(),
            };
            match (is_archiver, archive) {
                (true, Some(archive)) => {
                    let mut link = link(entry(PathBuf::from(archive)), directory);
                    link.is_part = true;
                    link.parts.retain(|part| *part != link.output);
                    links.push(link);
                }
                (true, None) => {}
                (false, _) => {
                    let line = CommandLine::parse(words.iter().skip(1).cloned(), directory);
                    links.extend(line.output.map(|output| link(entry(output), directory)));
                }
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{DataModel, Macro};
    use super::super::flags::IncludeKind;
    use super::*;

    fn units(text: &str) -> Result<Vec<Unit>, String> {
        super::units(text, Path::new("/"))
    }

    #[test]
    fn both_forms_of_an_entry_are_read() {
        let text = r#"[
            {"directory": "/p/build", "file": "../src/a.c",
             "command": "gcc -Iinc -I ../inc -DX='1 2' -UX -std=c99 -include cfg.h -c ../src/a.c -o a.o"},
            {"directory": "/p", "file": "b.c", "output": "b.o",
             "arguments": ["cc", "-isystem", "sys", "-m32", "-include", "./b.h", "-O2", "b.c"]},
            {"directory": "/p", "file": "c.cc", "command": "c++ -c c.cc"}]"#;
        let units = units(text).unwrap();
        let plain = |path: &str| (IncludeKind::Plain, PathBuf::from(path));
        assert_eq!(units.len(), 2);
        assert_eq!(
            units[0],
            Unit {
                file: "/p/src/a.c".into(),
                object: "/p/build/a.o".into(),
                flags: Flags {
                    include_dirs: vec![plain("/p/build/inc"), plain("/p/inc")],
                    macros: vec![Macro::Define("X=1 2".into()), Macro::Undefine("X".into())],
                    includes: vec!["cfg.h".into()],
                    std: Some("c99".into()),
                    ..Flags::default()
                }
            }
        );
        assert_eq!(units[1].file, Path::new("/p/b.c"));
        assert_eq!(units[1].object, Path::new("/p/b.o"));
        let flags = &units[1].flags;
        assert_eq!(
            flags.include_dirs,
            [(IncludeKind::System, PathBuf::from("/p/sys"))]
        );
        assert_eq!(flags.includes, [PathBuf::from("/p/b.h")]);
        assert_eq!(flags.data_model, Some(DataModel::Ilp32));
    }

    #[test]
    fn a_bad_database_is_explained() {
        assert!(units("{").is_err());
        let error = units(r#"[{"directory": "/", "file": "a.c"}]"#).unwrap_err();
        assert!(error.contains("neither"), "{error}");
        let error = units(r#"[{"directory": "/", "file": "a.c", "command": "cc 'a"}]"#).unwrap_err();
        assert!(error.contains("open quote"), "{error}");
    }

    #[test]
    fn scripts_of_cmake_say_what_is_linked() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let target = |name: &str, text: &str| {
            let path = root.join(format!("CMakeFiles/{name}.dir"));
            std::fs::create_dir_all(&path).unwrap();
            std::fs::write(path.join("link.txt"), text).unwrap();
        };
        target(
            "x",
            "/usr/bin/ar qc libx.a CMakeFiles/x.dir/x.c.o\n/usr/bin/ranlib libx.a\n",
        );
        target(
            "p",
            "/usr/bin/cc -O2 CMakeFiles/p.dir/p.c.o -o p libx.a -lpthread\n",
        );
        let base = root.display();
        let text = ["x", "p"].map(|name| {
            format!(
                r#"{{"directory": "{base}", "file": "{name}.c",
                     "command": "cc -o CMakeFiles/{name}.dir/{name}.c.o -c {name}.c"}}"#
            )
        });
        std::fs::write(root.join(COMPILE_COMMANDS), format!("[{}]", text.join(","))).unwrap();
        let database = Database::read(root).unwrap();
        let path = |name: &str| root.join(name);
        let found: Vec<_> = database
            .links
            .iter()
            .map(|link| (&link.output, &link.parts, link.is_part))
            .collect();
        assert_eq!(
            found,
            [
                (
                    &path("libx.a"),
                    &vec![path("qc"), path("CMakeFiles/x.dir/x.c.o")],
                    true
                ),
                (
                    &path("p"),
                    &vec![path("CMakeFiles/p.dir/p.c.o"), path("libx.a")],
                    false
                ),
            ]
        );
    }
}
