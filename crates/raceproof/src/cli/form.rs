//! The forms of a result, and the places that they go to.

use std::path::PathBuf;

use raceproof_report::{
    ProgramResult, Report, Sources, Verdict, github, gitlab, html, json, junit, programs, sarif, text,
};

use super::arguments::{CheckArguments, Color, Format};
use super::write;

/// How a result is to be shown, and where.
#[derive(Clone)]
pub struct Form {
    format: Format,
    text: text::Options,
    /// Whether a property is to be answered too.
    property: bool,
    /// The file it goes to; standard output if none.
    pub path: Option<PathBuf>,
}

/// What is to be printed, and where.
pub type Printed = (Option<PathBuf>, String);

/// All forms that are wanted.
pub fn forms(arguments: &CheckArguments) -> Vec<Form> {
    let form = |output: &super::arguments::Output| {
        let color = match &output.path {
            Some(_) => arguments.input.color == Color::Always,
            None => arguments.input.color.on(&std::io::stdout()),
        };
        Form {
            format: output.format,
            text: text::Options {
                color,
                brief: arguments.show.quiet,
                verbose: arguments.input.verbose,
                objects: arguments.show.objects,
            },
            property: arguments.show.property.is_some(),
            path: output.path.clone(),
        }
    };
    arguments.show.outputs.iter().map(form).collect()
}

impl Form {
    /// The result of the only program.
    pub fn one(&self, name: &str, report: &Report, sources: &Sources, picture: &str) -> Printed {
        let text = match self.format {
            Format::Dot => picture.to_owned(),
            Format::Html => html::render(name, report, sources),
            Format::Json => json::render(report),
            Format::Sarif => sarif::render(report, self.text.objects),
            Format::Github => github::render(None, report),
            Format::Gitlab => gitlab::render(std::iter::once(report)),
            Format::Junit => junit::render(&[ProgramResult {
                name: name.to_owned(),
                result: Ok(report.clone()),
            }]),
            Format::Text => text::render(report, sources, self.text) + &self.answer(report),
        };
        (self.path.clone(), text)
    }

    /// The line that answers a property, if one is asked for.
    fn answer(&self, report: &Report) -> String {
        let answer = match report.verdict() {
            _ if !self.property => return String::new(),
            Verdict::Race => "false(no-data-race)",
            Verdict::RaceFree => "true",
            Verdict::Unknown => "unknown",
        };
        format!("result: {answer}\n")
    }

    /// The results of several programs; those that are understood have sources, in the same order.
    pub fn several(&self, results: &[ProgramResult], sources: &[Sources]) -> Printed {
        let understood = || {
            let all = results.iter();
            all.filter_map(|one| Some((one.name.as_str(), one.result.as_ref().ok()?)))
        };
        let text = match self.format {
            Format::Json => programs::to_json(results),
            Format::Sarif => programs::to_sarif(results, self.text.objects),
            Format::Junit => junit::render(results),
            Format::Gitlab => gitlab::render(understood().map(|(_, report)| report)),
            Format::Github => understood()
                .map(|(name, report)| github::render(Some(name), report))
                .collect(),
            Format::Text | Format::Html | Format::Dot => {
                let mut out = String::new();
                for ((name, report), sources) in understood().zip(sources).filter(|_| !self.text.brief) {
                    let text = text::render(report, sources, self.text);
                    out.push_str(&format!("program {name}\n\n{text}\n"));
                }
                out + &programs::table(results)
            }
        };
        (self.path.clone(), text)
    }
}

/// Prints results to where they are wanted.
///
/// # Errors
///
/// What went wrong first; the others are written all the same.
pub fn deliver(printed: &[Printed]) -> Result<(), String> {
    let mut result = Ok(());
    for (path, text) in printed {
        let written = match path {
            Some(path) => write::file(path, text),
            None => write::standard_output(text),
        };
        result = result.and(written);
    }
    result
}
