//! What is printed without a program: meanings of codes, completions, manual pages.

use std::fmt::Write as _;

use clap::CommandFactory as _;
use raceproof_report::{RULES, Rule};

use super::arguments::{Arguments, CompletionsArguments, ExplainArguments, ManArguments};
use super::{Status, complain, write};

fn print(text: &str) -> Status {
    match write::standard_output(text) {
        Ok(()) => Status::SUCCESS,
        Err(message) => {
            complain(&message);
            Status::REJECTED
        }
    }
}

/// `raceproof explain`.
pub fn run(arguments: &ExplainArguments) -> Status {
    let Some(name) = &arguments.code else {
        let line =
            |list: String, rule: &Rule| format!("{list}{}  {:<12} {}\n", rule.code, rule.word, rule.title);
        return print(&RULES.iter().fold(String::new(), line));
    };
    let Some(rule) = Rule::find(name) else {
        complain(&format!(
            "no code or word is `{name}`: `raceproof explain` lists them"
        ));
        return Status::REJECTED;
    };
    let mut text = format!("{} ({}): {}\n", rule.code, rule.word, rule.title);
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n{}\n\nWhat helps: {}\n",
        wrapped(rule.meaning),
        wrapped(rule.remedy)
    );
    print(&text)
}

/// Text in lines of at most 80 characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 80 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out
}

/// `raceproof completions`.
pub fn complete(arguments: &CompletionsArguments) -> Status {
    let mut out = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "raceproof", &mut out);
    print(&String::from_utf8_lossy(&out))
}

/// `raceproof man`.
pub fn manual(arguments: &ManArguments) -> Status {
    let mut whole = Arguments::command();
    whole.build();
    let (command, title) = match &arguments.command {
        None => (whole, "raceproof".to_owned()),
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => (found.clone(), format!("raceproof-{name}")),
            None => {
                let names: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).collect();
                complain(&format!("no command is `{name}`: there are {}", names.join(", ")));
                return Status::REJECTED;
            }
        },
    };
    let mut out = Vec::new();
    match clap_mangen::Man::new(command).title(title).render(&mut out) {
        Ok(()) => print(&String::from_utf8_lossy(&out)),
        Err(error) => {
            complain(&format!("the manual page cannot be made: {error}"));
            Status::REJECTED
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The options that the messages of a source name.
    fn named(text: &str) -> impl Iterator<Item = String> + '_ {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.flat_map(|line| {
            line.match_indices("--").filter_map(move |(at, _)| {
                let before = line[..at].chars().next_back();
                let is_style = line[..at].ends_with("var(");
                let name = line[at + 2..]
                    .split(|c: char| !c.is_ascii_lowercase() && c != '-')
                    .next();
                let is_option = matches!(before, Some('`' | '(' | ' ')) && !is_style;
                name.filter(|name| is_option && name.len() > 1).map(str::to_owned)
            })
        })
    }

    fn sources(directory: &Path, all: &mut Vec<String>) {
        for entry in std::fs::read_dir(directory)
            .expect("a directory of sources")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, all);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                all.push(std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }

    #[test]
    fn every_option_that_a_message_names_exists() {
        let mut whole = Arguments::command();
        whole.build();
        let known: BTreeSet<&str> = whole
            .get_subcommands()
            .flat_map(|command| command.get_arguments())
            .filter_map(clap::Arg::get_long)
            .collect();
        let mut texts = Vec::new();
        // Those who make reasons and remedies.
        for name in [
            "engine",
            "explore",
            "machine",
            "modular",
            "once",
            "portfolio",
            "report",
            "symbolic",
            "tuning",
        ] {
            let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates");
            sources(&crates.join(name).join("src"), &mut texts);
        }
        let named: BTreeSet<String> = texts.iter().flat_map(|text| named(text)).collect();
        for remedy in ["time-limit", "closed-world", "unwind", "order", "engine", "stdin"] {
            assert!(named.contains(remedy), "{remedy} is not found in {named:?}");
        }
        let unknown: Vec<&String> = named
            .iter()
            .filter(|name| !known.contains(name.as_str()))
            .collect();
        assert!(unknown.is_empty(), "no command has {unknown:?}");
    }
}
