//! `compile_commands.json`: the options that the build gave to each file.
//!
//! Only what changes the meaning of a file is taken over: macros, headers, the dialect and the
//! data model. Relative paths are relative to the directory that the entry names.

use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::arguments::{DataModel, Macro};

/// One entry of the file.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// A file of the build and its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Absolute path of the source.
    pub file: PathBuf,
    /// `-I`, `-isystem`, `-iquote` and `-idirafter`, in order.
    pub include_dirs: Vec<(IncludeKind, PathBuf)>,
    /// `-D` and `-U`, in order.
    pub macros: Vec<Macro>,
    /// `-include`, in order.
    pub includes: Vec<PathBuf>,
    /// The last `-std`.
    pub std: Option<String>,
    /// The last of `-m32` and `-m64`.
    pub data_model: Option<DataModel>,
}

/// How a directory is searched for headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IncludeKind {
    Plain,
    System,
    Quote,
    After,
}

impl IncludeKind {
    /// The compiler's option for it.
    pub fn option(self) -> &'static str {
        match self {
            IncludeKind::Plain => "-I",
            IncludeKind::System => "-isystem",
            IncludeKind::Quote => "-iquote",
            IncludeKind::After => "-idirafter",
        }
    }
}

/// Reads the text of a database that is in `directory`.
pub fn parse(text: &str, directory: &Path) -> Result<Vec<Unit>, String> {
    let entries: Vec<Entry> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    entries.into_iter().map(|entry| unit(entry, directory)).collect()
}

fn unit(entry: Entry, base: &Path) -> Result<Unit, String> {
    let directory = base.join(&entry.directory);
    let file = normal(&directory.join(&entry.file));
    let arguments = match (entry.arguments, entry.command) {
        (Some(arguments), _) => arguments,
        (None, Some(command)) => {
            split(&command).ok_or_else(|| format!("the command of {} has an open quote", file.display()))?
        }
        (None, None) => {
            return Err(format!(
                "the entry of {} has neither `command` nor `arguments`",
                file.display()
            ));
        }
    };
    let mut unit = Unit {
        file,
        ..Unit::default()
    };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |option: &str| -> Option<String> {
            match argument.strip_prefix(option)? {
                "" => arguments.next(),
                attached => Some(attached.to_owned()),
            }
        };
        match argument.as_str() {
            "-m32" => unit.data_model = Some(DataModel::Ilp32),
            "-m64" => unit.data_model = Some(DataModel::Lp64),
            _ => {
                if let Some(std) = argument.strip_prefix("-std=") {
                    unit.std = Some(std.to_owned());
                } else if let Some(file) = value("-include") {
                    unit.includes.push(rebased(&directory, &file));
                } else if let Some(dir) = value("-isystem") {
                    unit.include_dirs
                        .push((IncludeKind::System, normal(&directory.join(dir))));
                } else if let Some(dir) = value("-iquote") {
                    unit.include_dirs
                        .push((IncludeKind::Quote, normal(&directory.join(dir))));
                } else if let Some(dir) = value("-idirafter") {
                    unit.include_dirs
                        .push((IncludeKind::After, normal(&directory.join(dir))));
                } else if let Some(dir) = value("-I") {
                    unit.include_dirs
                        .push((IncludeKind::Plain, normal(&directory.join(dir))));
                } else if let Some(definition) = value("-D") {
                    unit.macros.push(Macro::Define(definition));
                } else if let Some(name) = value("-U") {
                    unit.macros.push(Macro::Undefine(name));
                }
            }
        }
    }
    Ok(unit)
}

/// The file of an `-include`: sought in the directory first and then among the headers, so it is
/// rebased only if it says that it is a path.
fn rebased(directory: &Path, file: &str) -> PathBuf {
    match file.contains('/') {
        true => normal(&directory.join(file)),
        false => PathBuf::from(file),
    }
}

/// A path without `.` and `..`, as far as that is possible without looking at the disk.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// Splits a command line as a POSIX shell does, without expansions. None if a quote stays open.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_by_a_shell() {
        let words = split(r#"cc  -DA='a b' "-DB=\"x\" \n" c\ d '' "#).unwrap();
        assert_eq!(words, ["cc", "-DA=a b", "-DB=\"x\" \\n", "c d", ""]);
        assert_eq!(split("cc 'a"), None);
        assert_eq!(split("cc a\\"), None);
    }

    #[test]
    fn both_forms_of_an_entry_are_read() {
        let text = r#"[
            {"directory": "/p/build", "file": "../src/a.c",
             "command": "gcc -Iinc -I ../inc -DX=1 -UX -std=c99 -include cfg.h -c ../src/a.c -o a.o"},
            {"directory": "/p", "file": "b.c", "output": "b.o",
             "arguments": ["cc", "-isystem", "sys", "-m32", "-include", "./b.h", "-O2", "b.c"]}]"#;
        let units = parse(text, Path::new("/p")).unwrap();
        let plain = |path: &str| (IncludeKind::Plain, PathBuf::from(path));
        assert_eq!(
            units[0],
            Unit {
                file: "/p/src/a.c".into(),
                include_dirs: vec![plain("/p/build/inc"), plain("/p/inc")],
                macros: vec![Macro::Define("X=1".into()), Macro::Undefine("X".into())],
                includes: vec!["cfg.h".into()],
                std: Some("c99".into()),
                data_model: None,
            }
        );
        assert_eq!(units[1].file, Path::new("/p/b.c"));
        assert_eq!(
            units[1].include_dirs,
            [(IncludeKind::System, PathBuf::from("/p/sys"))]
        );
        assert_eq!(units[1].includes, [PathBuf::from("/p/b.h")]);
        assert_eq!(units[1].data_model, Some(DataModel::Ilp32));
    }

    #[test]
    fn a_bad_database_is_explained() {
        assert!(parse("{", Path::new("/")).is_err());
        let error = parse(r#"[{"directory": "/", "file": "a.c"}]"#, Path::new("/")).unwrap_err();
        assert!(error.contains("neither"), "{error}");
    }
}
