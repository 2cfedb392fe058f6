//! `raceproof.toml`: the programs of a project, what is pinned of their world, limits, and what is known.
//!
//! A key is an option of `check` with the same name, so it means the same and its values are checked in the
//! same place. What is typed wins over the file, and a program's own keys win over those of all programs.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use raceproof_report::{Ignore, Kind};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::arguments::{self, Arguments, CheckArguments, Command, Macro};
use super::spelling::respell;

/// The file that is looked for where raceproof runs.
const NAME: &str = "raceproof.toml";

/// A check of one program, or of the programs of a database.
pub struct Check {
    /// What the configuration calls it.
    pub name: Option<String>,
    /// Its options.
    pub arguments: CheckArguments,
    /// Its `-D` and `-U`.
    pub macros: Vec<Macro>,
}

impl Check {
    /// The checks of its files, each of which is a program.
    fn each(self) -> Vec<Check> {
        let of_file = |path: &PathBuf| {
            let mut arguments = self.arguments.clone();
            arguments.input.files = vec![path.clone()];
            Check {
                name: Some(path.display().to_string()),
                arguments,
                macros: self.macros.clone(),
            }
        };
        self.arguments.input.files.iter().map(of_file).collect()
    }
}

/// What a key may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// A text or a number.
    One,
    /// Several texts.
    List,
    /// Names with values.
    Pairs,
    /// Yes or no.
    Flag,
}

/// Keys, the names of the options' values, and what they hold.
const KEYS: [(&str, &str, Holds); 22] = [
    ("threads", "threads", Holds::One),
    ("engine", "engine", Holds::One),
    ("time-limit", "time_limit", Holds::One),
    ("memory-limit", "memory_limit", Holds::One),
    ("max-states", "max_states", Holds::One),
    ("jobs", "jobs", Holds::One),
    ("deny", "deny", Holds::List),
    ("all", "all", Holds::Flag),
    ("stdin", "stdin", Holds::One),
    ("file", "readable", Holds::List),
    ("env", "variables", Holds::Pairs),
    ("input", "ranges", Holds::Pairs),
    ("processors", "processors", Holds::One),
    ("extern", "extern_code", Holds::One),
    ("no-failures", "no_failures", Holds::Flag),
    ("closed-world", "closed_world", Holds::Flag),
    ("no-spurious-wakeups", "no_spurious_wakeups", Holds::Flag),
    ("volatile-atomic", "volatile_atomic", Holds::Flag),
    ("std", "std", Holds::One),
    ("data-model", "data_model", Holds::One),
    ("entry", "entry", Holds::List),
    ("entry-init", "entry_init", Holds::List),
];

/// Settings of all programs or of one.
#[derive(Clone, Default)]
struct Settings {
    name: Option<String>,
    files: Vec<String>,
    flags: Vec<String>,
    args: Vec<String>,
    /// The value's name and the words that give it.
    options: Vec<(&'static str, Vec<String>)>,
}

/// What a file says.
#[derive(Default)]
struct Config {
    settings: Settings,
    programs: Vec<Settings>,
    ignore: Vec<Ignore>,
    suppressions: Vec<PathBuf>,
    baseline: Option<PathBuf>,
}

/// The checks that a command line and the configuration ask for.
///
/// # Errors
///
/// What is wrong with either, with its position in the file.
pub fn checks(
    arguments: CheckArguments,
    macros: Vec<Macro>,
    matches: &ArgMatches,
    typed: &[OsString],
) -> Result<Vec<Check>, String> {
    let is_each = arguments.each;
    let checks = configured(arguments, macros, matches, typed)?;
    match is_each {
        true => Ok(checks.into_iter().flat_map(Check::each).collect()),
        false => Ok(checks),
    }
}

/// The same where the files of the command line are one program.
fn configured(
    mut arguments: CheckArguments,
    macros: Vec<Macro>,
    matches: &ArgMatches,
    typed: &[OsString],
) -> Result<Vec<Check>, String> {
    let own = matches.subcommand().map_or(matches, |(_, own)| own);
    arguments.show.pair(own)?;
    let found = Path::new(NAME).is_file().then(|| PathBuf::from(NAME));
    let Some(path) = arguments.known.config.clone().or(found) else {
        return Ok(vec![Check {
            name: None,
            arguments,
            macros,
        }]);
    };
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    let config = Reader {
        name: &shown,
        text: &text,
    }
    .read()?;
    let has_files = !arguments.input.files.is_empty() || arguments.input.database.is_some();
    let programs = match has_files {
        true => vec![Settings::default()],
        false => config.programs.clone(),
    };
    if programs.is_empty() {
        return Err(format!(
            "{shown} names no program: add [[program]] with `files = [\"a.c\"]`, or name FILEs"
        ));
    }
    let check = |program: &Settings| {
        let words = words(&config.settings, program, own, typed);
        let wrong = |error: clap::Error| format!("{shown}: {}", error.render());
        let matches = Arguments::command()
            .try_get_matches_from(respell(words))
            .map_err(wrong)?;
        let parsed = Arguments::from_arg_matches(&matches).map_err(wrong)?;
        let Command::Check(mut arguments) = parsed.command else {
            return Err(format!("{shown}: `flags` and `files` must not be commands"));
        };
        let own = matches.subcommand().map_or(&matches, |(_, own)| own);
        arguments.show.pair(own)?;
        let known = &mut arguments.known;
        known.ignore.clone_from(&config.ignore);
        known.suppressions.extend(config.suppressions.iter().cloned());
        known.baseline = known.baseline.take().or_else(|| config.baseline.clone());
        Ok(Check {
            name: program.name.clone(),
            arguments: *arguments,
            macros: arguments::macros(&matches),
        })
    };
    programs.iter().map(check).collect()
}

/// The command line of a program: what the file says, unless it was typed, and what was typed.
fn words(all: &Settings, program: &Settings, own: &ArgMatches, typed: &[OsString]) -> Vec<OsString> {
    let is_typed = |id: &str| own.value_source(id) == Some(ValueSource::CommandLine);
    let mut words: Vec<OsString> = typed.iter().take(2).cloned().collect();
    words.extend(all.flags.iter().chain(&program.flags).map(OsString::from));
    let is_own = |id: &str| program.options.iter().any(|(other, _)| *other == id);
    let of_all = all.options.iter().filter(|(id, _)| !is_own(id));
    let options = of_all.chain(&program.options).filter(|(id, _)| !is_typed(id));
    words.extend(options.flat_map(|(_, words)| words.iter().map(OsString::from)));
    let rest = typed.get(2..).unwrap_or_default();
    let end = rest.iter().position(|word| word == "--");
    let (before, after) = rest.split_at(end.unwrap_or(rest.len()));
    words.extend(before.iter().cloned());
    words.extend(program.files.iter().map(OsString::from));
    let args = if program.args.is_empty() {
        &all.args
    } else {
        &program.args
    };
    match end {
        Some(_) => words.extend(after.iter().cloned()),
        None if args.is_empty() => {}
        None => {
            words.push("--".into());
            words.extend(args.iter().map(OsString::from));
        }
    }
    words
}

/// Reads a file and says where something is wrong.
struct Reader<'t> {
    name: &'t str,
    text: &'t str,
}

impl Reader<'_> {
    fn wrong(&self, at: Range<usize>, message: &str) -> String {
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        format!("{}:{line}:{column}: {message}", self.name)
    }

    fn read(&self) -> Result<Config, String> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.wrong(error.span().unwrap_or(0..0), error.message()))?;
        let mut config = Config::default();
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "program" => {
                    for table in self.tables(value, "[[program]]")? {
                        config.programs.push(self.program(table)?);
                    }
                }
                "ignore" => {
                    for table in self.tables(value, "[[ignore]]")? {
                        config.ignore.push(self.ignore(table)?);
                    }
                }
                "suppressions" => {
                    config.suppressions = self.list(value)?.into_iter().map(PathBuf::from).collect()
                }
                "baseline" => config.baseline = Some(self.one(value)?.into()),
                _ => self.setting(&mut config.settings, key, value)?,
            }
        }
        Ok(config)
    }

    fn program(&self, table: &Spanned<DeValue<'_>>) -> Result<Settings, String> {
        let mut program = Settings::default();
        for (key, value) in self.table(table)? {
            match key.get_ref().as_ref() {
                "name" => program.name = Some(self.one(value)?),
                "files" => program.files = self.list(value)?,
                _ => self.setting(&mut program, key, value)?,
            }
        }
        match program.files.is_empty() {
            true => Err(self.wrong(table.span(), "a program needs `files = [\"a.c\"]`")),
            false => Ok(program),
        }
    }

    fn ignore(&self, table: &Spanned<DeValue<'_>>) -> Result<Ignore, String> {
        let mut ignore = Ignore::default();
        for (key, value) in self.table(table)? {
            match key.get_ref().as_ref() {
                "kind" => {
                    let word = self.one(value)?;
                    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
                    let kind =
                        kind.ok_or_else(|| self.wrong(value.span(), "no kind of defect has this name"))?;
                    ignore.kind = Some(kind);
                }
                "object" => ignore.object = Some(self.one(value)?),
                "function" => ignore.function = Some(self.one(value)?),
                "file" => ignore.file = Some(self.one(value)?),
                "reason" => ignore.reason = self.one(value)?,
                _ => return Err(self.wrong(key.span(), "known are kind, object, function, file and reason")),
            }
        }
        let is_empty = ignore.object.is_none() && ignore.function.is_none() && ignore.file.is_none();
        if is_empty {
            return Err(self.wrong(table.span(), "say which: `object`, `function` or `file`"));
        }
        match ignore.reason.is_empty() {
            true => Err(self.wrong(table.span(), "give a `reason`")),
            false => Ok(ignore),
        }
    }

    fn setting(
        &self,
        settings: &mut Settings,
        key: &Spanned<impl AsRef<str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), String> {
        match key.get_ref().as_ref() {
            "flags" => settings.flags = self.list(value)?,
            "args" => settings.args = self.list(value)?,
            name => {
                let Some((name, id, holds)) = KEYS.into_iter().find(|(other, ..)| *other == name) else {
                    let known: Vec<&str> = KEYS.iter().map(|(name, ..)| *name).collect();
                    let message = format!(
                        "unknown key `{name}`: known are program, ignore, suppressions, baseline, flags, args, {}",
                        known.join(", ")
                    );
                    return Err(self.wrong(key.span(), &message));
                };
                let option = |value: String| format!("--{name}={value}");
                let words = match holds {
                    Holds::One => vec![option(self.one(value)?)],
                    Holds::List => self.list(value)?.into_iter().map(option).collect(),
                    Holds::Pairs => {
                        let pairs = self.table(value)?;
                        let pair = |(name, value): (&Spanned<_>, &Spanned<_>)| {
                            let name: &Spanned<std::borrow::Cow<'_, str>> = name;
                            Ok(option(format!("{}={}", name.get_ref(), self.one(value)?)))
                        };
                        pairs.iter().map(pair).collect::<Result<_, String>>()?
                    }
                    Holds::Flag => match value.get_ref() {
                        DeValue::Boolean(true) => vec![format!("--{name}")],
                        DeValue::Boolean(false) => Vec::new(),
                        _ => return Err(self.wrong(value.span(), "write true or false")),
                    },
                };
                settings.options.push((id, words));
            }
        }
        Ok(())
    }

    fn one(&self, value: &Spanned<DeValue<'_>>) -> Result<String, String> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.to_string()),
            _ => Err(self.wrong(value.span(), "write a text or a number")),
        }
    }

    fn list(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, String> {
        match value.get_ref() {
            DeValue::Array(all) => all.iter().map(|one| self.one(one)).collect(),
            _ => Err(self.wrong(value.span(), "write a list: [\"…\", \"…\"]")),
        }
    }

    fn table<'v, 'i>(&self, value: &'v Spanned<DeValue<'i>>) -> Result<&'v DeTable<'i>, String> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.wrong(value.span(), "write a table: { NAME = \"VALUE\" }")),
        }
    }

    fn tables<'v, 'i>(
        &self,
        value: &'v Spanned<DeValue<'i>>,
        form: &str,
    ) -> Result<Vec<&'v Spanned<DeValue<'i>>>, String> {
        match value.get_ref() {
            DeValue::Array(all) => Ok(all.iter().collect()),
            _ => Err(self.wrong(value.span(), &format!("write {form}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Reader { name: "f", text }.read()
    }

    #[test]
    fn every_key_is_an_option() {
        let command = Arguments::command();
        let check = command.find_subcommand("check").unwrap();
        for (name, id, _) in KEYS {
            let option = check.get_arguments().find(|arg| arg.get_id() == id).unwrap();
            assert_eq!(option.get_long(), Some(name));
        }
    }

    #[test]
    fn what_is_wrong_has_a_position() {
        for (text, position) in [
            ("threads = ", "f:1:"),
            ("\nthread = 2", "f:2:1"),
            ("all = 1", "f:1:7"),
            ("deny = \"all\"", "f:1:8"),
            ("[[program]]\nname = \"a\"", "f:1:1"),
            ("[[ignore]]\nobject = \"x\"", "f:1:1"),
            ("[[ignore]]\nreason = \"x\"", "f:1:1"),
            ("program = 3", "f:1:11"),
        ] {
            let message = read(text).err().unwrap();
            assert!(message.starts_with(position), "{text:?}: {message}");
        }
    }

    #[test]
    fn what_is_typed_wins() {
        let config =
            read("threads = 2\nflags = [\"-DA\"]\n[[program]]\nfiles = [\"a.c\"]\nthreads = 3\n").unwrap();
        let line = |typed: &[&str]| {
            let typed: Vec<OsString> = typed.iter().map(Into::into).collect();
            let matches = Arguments::command().try_get_matches_from(&typed).unwrap();
            let own = matches.subcommand().unwrap().1;
            words(&config.settings, &config.programs[0], own, &typed)
        };
        assert_eq!(
            line(&["raceproof", "check"]),
            ["raceproof", "check", "-DA", "--threads=3", "a.c"]
        );
        assert_eq!(
            line(&["raceproof", "check", "--threads", "4", "--", "x"]),
            ["raceproof", "check", "-DA", "--threads", "4", "a.c", "--", "x"]
        );
    }
}
