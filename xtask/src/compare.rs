//! Beside tools that watch programs run: ThreadSanitizer of gcc and of clang, and Helgrind.
//!
//! The programs are pairs whose verdicts are in their names (`…-race.c`, `…-safe.c`). A tool that watches
//! says what the runs show that happen to be made, so it gets several; one report of a race is enough. Tools
//! that are not installed are left out. What is printed is a table in Markdown.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::{measure, workspace};

#[derive(clap::Args)]
pub struct Arguments {
    /// Programs named …-race.c and …-safe.c, or folders with such
    #[arg(default_value = "tests/threads")]
    programs: Vec<PathBuf>,
    /// How often programs are run that a tool watches
    #[arg(long, default_value_t = 5)]
    repeats: u32,
    /// Seconds for each compilation, run or check
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Only each so-many-th program
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Make all runs of a program, and say of each tool in how many it reports a race
    #[arg(long)]
    list: bool,
}

/// What a tool said of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Race,
    Safe,
    /// It failed, or it took too long, or it says that it does not know.
    None,
}

/// Watches programs, or proves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    Raceproof,
    Sanitizer(&'static str),
    Helgrind,
}

impl Tool {
    const ALL: [Tool; 4] = [
        Tool::Raceproof,
        Tool::Sanitizer("gcc"),
        Tool::Sanitizer("clang"),
        Tool::Helgrind,
    ];

    fn name(self) -> String {
        match self {
            Tool::Raceproof => "raceproof".to_owned(),
            Tool::Sanitizer(compiler) => format!("ThreadSanitizer ({compiler})"),
            Tool::Helgrind => "Helgrind".to_owned(),
        }
    }
}

/// How often a tool was right.
#[derive(Default)]
struct Score {
    races: u32,
    missed: u32,
    quiet: u32,
    alarms: u32,
    none: u32,
}

/// What the tools are given.
struct Bench<'a> {
    arguments: &'a Arguments,
    raceproof: PathBuf,
    directory: &'a Path,
}

/// Compares; whether raceproof was never wrong.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let bench = Bench {
        arguments,
        raceproof: workspace::build()?,
        directory: directory.path(),
    };
    let mut programs = Vec::new();
    for path in &arguments.programs {
        find(path, &mut programs)?;
    }
    programs.sort();
    let programs: Vec<_> = programs.into_iter().step_by(arguments.every.max(1)).collect();
    if programs.is_empty() {
        return Err("no program with a verdict in its name".to_owned());
    }
    let usable: Vec<Tool> = Tool::ALL
        .into_iter()
        .filter(|tool| bench.is_usable(*tool))
        .collect();
    let mut scores: Vec<Score> = usable.iter().map(|_| Score::default()).collect();
    for (path, has_race) in &programs {
        for (tool, score) in usable.iter().zip(&mut scores) {
            let answer = bench.ask(*tool, path)?;
            let counted = match (answer, has_race) {
                (Answer::Race, true) => &mut score.races,
                (Answer::Safe, true) => &mut score.missed,
                (Answer::Safe, false) => &mut score.quiet,
                (Answer::Race, false) => &mut score.alarms,
                (Answer::None, _) => &mut score.none,
            };
            *counted += 1;
        }
    }
    let racy = programs.iter().filter(|(_, has_race)| *has_race).count();
    println!("{racy} programs with a race, {} without\n", programs.len() - racy);
    println!("| tool | races found | races missed | quiet where there is none | false alarms | no answer |");
    println!("|---|---|---|---|---|---|");
    for (tool, score) in usable.iter().zip(&scores) {
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            tool.name(),
            score.races,
            score.missed,
            score.quiet,
            score.alarms,
            score.none
        );
    }
    Ok(scores[0].missed == 0 && scores[0].alarms == 0)
}

/// The program, or those below a folder, with whether they have a race.
fn find(path: &Path, programs: &mut Vec<(PathBuf, bool)>) -> Result<(), String> {
    if path.is_dir() {
        let explain = |error| format!("cannot read {}: {error}", path.display());
        for entry in std::fs::read_dir(path).map_err(explain)? {
            find(&entry.map_err(explain)?.path(), programs)?;
        }
        return Ok(());
    }
    let name = path.to_string_lossy();
    let has_race = name.ends_with("-race.c");
    if has_race || name.ends_with("-safe.c") {
        programs.push((path.to_owned(), has_race));
    }
    Ok(())
}

impl Bench<'_> {
    fn limit(&self) -> Duration {
        Duration::from_secs(self.arguments.limit)
    }

    /// Whether a tool is here: it says of a small program what is right.
    fn is_usable(&self, tool: Tool) -> bool {
        let path = self.directory.join("usable.c");
        let text = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return p; }\nint main(void) { pthread_t t, u; \
                    pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); \
                    pthread_join(u, 0); return 0; }\n";
        let written = std::fs::write(&path, text).is_ok();
        written && matches!(self.ask(tool, &path), Ok(Answer::Race))
    }

    fn ask(&self, tool: Tool, program: &Path) -> Result<Answer, String> {
        let native = self.directory.join("native");
        let compile = |compiler: &str, flags: &[&str]| -> Result<bool, String> {
            let mut command = Command::new(compiler);
            command.args(flags).args(["-g", "-O1", "-w", "-pthread"]);
            command.arg(program).arg("-o").arg(&native).arg("-lm");
            let run = measure::run(&mut command, self.limit())?;
            Ok(run.status.is_some_and(|status| status.success()))
        };
        match tool {
            Tool::Raceproof => {
                let mut command = Command::new(&self.raceproof);
                command.args(["check", "--quiet"]).arg(program);
                let run = measure::run(&mut command, self.limit())?;
                Ok(match run.status.and_then(|status| status.code()) {
                    Some(0) => Answer::Safe,
                    Some(1) => Answer::Race,
                    _ => Answer::None,
                })
            }
            Tool::Sanitizer(compiler) => match compile(compiler, &["-fsanitize=thread"])? {
                true => self.watch(tool, program, || Command::new(&native)),
                false => Ok(Answer::None),
            },
            Tool::Helgrind => match compile("gcc", &[])? {
                true => self.watch(tool, program, || {
                    let mut command = Command::new("valgrind");
                    command.arg("--tool=helgrind").arg(&native);
                    command
                }),
                false => Ok(Answer::None),
            },
        }
    }

    /// Runs a program until its tool reports a race. A run that takes too long says nothing.
    fn watch(&self, tool: Tool, program: &Path, command: impl Fn() -> Command) -> Result<Answer, String> {
        let report = match tool {
            Tool::Helgrind => "Possible data race",
            _ => "WARNING: ThreadSanitizer: data race",
        };
        let (mut reports, mut too_long) = (0, 0);
        for _ in 0..self.arguments.repeats {
            let run = measure::run(&mut command(), self.limit())?;
            if String::from_utf8_lossy(&run.stderr).contains(report) {
                reports += 1;
                if !self.arguments.list {
                    break;
                }
            } else if run.status.is_none() {
                too_long += 1;
            }
        }
        if self.arguments.list {
            let (name, runs) = (tool.name(), self.arguments.repeats);
            eprintln!(
                "{}: {name}: a race in {reports} of {runs} runs",
                program.display()
            );
        }
        Ok(match (reports, too_long) {
            (1.., _) => Answer::Race,
            (0, 0) => Answer::Safe,
            _ => Answer::None,
        })
    }
}
