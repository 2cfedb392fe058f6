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
