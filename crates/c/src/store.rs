//! The files of a run, each parsed once.
//!
//! Programs of one project share files, and a program is read again for each value of a macro: a file is
//! parsed again only if its text after preprocessing is another one. Files are preprocessed and taken apart
//! into tokens by several threads, ahead of the one that parses them in their order, so that names, files
//! and messages are numbered the same every time.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::ast::TranslationUnit;
use crate::compile::Input;
use crate::external::Externals;
use crate::lex::Dialect;
use crate::part::Part;
use crate::session::{Scanned, Session, parse_text, scan_file};
use raceproof_source::{Diagnostic, Diagnostics};

/// A file that was parsed.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its tree; none if it has errors.
    pub unit: Option<Arc<TranslationUnit>>,
    /// What there is to say about it.
    pub messages: Vec<Diagnostic>,
    /// The names that a linker sees; none if the file could not be preprocessed.
    pub externals: Option<Arc<Externals>>,
    /// Whether it speaks of OpenMP.
    pub has_open_mp: bool,
    text: Option<Arc<[u8]>>,
}

impl Parsed {
    /// How many bytes it has after preprocessing.
    pub fn size(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.len())
    }
}

/// The files of a run.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) session: Session,
    parsed: HashMap<Input, Parsed>,
    parts: HashMap<&'static str, Arc<TranslationUnit>>,
}

/// How files are read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// How many threads preprocess.
    pub jobs: usize,
    /// Is told the file that is read, its number and how many there are; at the end, that there is none.
    pub progress: &'a (dyn Fn(Option<&Input>, usize, usize) + Sync),
}

impl Default for Reading<'_> {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Reading {
            jobs: cores,
            progress: &|_, _, _| {},
        }
    }
}

/// How many files may be taken apart before they are parsed, for each thread.
const AHEAD: usize = 4;

impl Store {
    /// Parses the files that have not been parsed yet.
    pub(crate) fn read(&mut self, inputs: &[Input], reading: Reading<'_>) {
        let mut seen = HashSet::new();
        let mut new: Vec<&Input> = Vec::new();
        for input in inputs {
            if !self.parsed.contains_key(input) && seen.insert(input) {
                new.push(input);
            }
        }
        let older: Vec<Option<(Input, Parsed)>> = new.iter().map(|input| self.older(input)).collect();
        let jobs = reading.jobs.clamp(1, new.len().max(1));
        let queue = Queue {
            next: AtomicUsize::new(0),
            state: Mutex::new(State {
                ready: new.iter().map(|_| None).collect(),
                parsed: 0,
            }),
            changed: Condvar::new(),
        };
        let scan = |number: usize| {
            let text = older[number]
                .as_ref()
                .and_then(|(_, parsed)| parsed.text.as_deref());
            scan_file(&new[number].path, &new[number].options, &|other| {
                text == Some(other)
            })
        };
        if jobs == 1 {
            for (number, input) in new.iter().enumerate() {
                (reading.progress)(Some(input), number, new.len());
                self.parse(input, scan(number), older[number].as_ref());
            }
            (reading.progress)(None, new.len(), new.len());
            return;
        }
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| queue.work(new.len(), jobs * AHEAD, &scan));
            }
            for (number, input) in new.iter().enumerate() {
                (reading.progress)(Some(input), number, new.len());
                let scanned = queue.take(number);
                self.parse(input, scanned, older[number].as_ref());
            }
        });
        (reading.progress)(None, new.len(), new.len());
    }

    /// What was parsed of the same file with other values of macros.
    fn older(&self, input: &Input) -> Option<(Input, Parsed)> {
        let is_older = |(known, _): &(&Input, &Parsed)| {
            if known.path != input.path {
                return false;
            }
            let mut options = known.options.clone();
            options.overrides.clone_from(&input.options.overrides);
            options == input.options
        };
        let (known, parsed) = self.parsed.iter().find(is_older)?;
        Some((known.clone(), parsed.clone()))
    }

    fn parse(&mut self, input: &Input, scanned: Taken, older: Option<&(Input, Parsed)>) {
        let parsed = match (scanned, older) {
            (Err(_), Some((_, same))) => same.clone(),
            (Err(_), None) => unreachable!("there is no text to compare with"),
            (Ok(scanned), _) => {
                let has_open_mp = scanned.has_name("omp");
                self.session.diagnostics = Diagnostics::new();
                let parsed = self.session.parse(scanned);
                let is_wrong = self.session.diagnostics.has_errors();
                let messages = std::mem::take(&mut self.session.diagnostics).into_list();
                let (unit, text) = parsed.unzip();
                let externals = unit
                    .as_ref()
                    .map(|unit| Externals::of(unit, &self.session.interner));
                Parsed {
                    unit: unit.filter(|_| !is_wrong).map(Arc::new),
                    messages,
                    externals: externals.map(Arc::new),
                    has_open_mp,
                    text,
                }
            }
        };
        // Of the values of a macro, only the latest is kept.
        if let Some((older, _)) = older {
            self.parsed.remove(older);
        }
        self.parsed.insert(input.clone(), parsed);
    }

    /// A file that has been read.
    pub(crate) fn parsed(&self, input: &Input) -> Option<&Parsed> {
        self.parsed.get(input)
    }

    /// Gives up all files.
    pub(crate) fn forget(&mut self) {
        self.parsed = HashMap::new();
    }

    /// A source of ours.
    pub(crate) fn part(&mut self, part: &'static Part) -> Arc<TranslationUnit> {
        if let Some(unit) = self.parts.get(part.name) {
            return Arc::clone(unit);
        }
        let session = &mut self.session;
        let file = session.sources.file(part.name);
        session.sources.set_text(file, part.text.as_bytes());
        let mut unit = parse_text(session, file, part.text.as_bytes(), Dialect::default());
        unit.origin = part.origin;
        let unit = Arc::new(unit);
        self.parts.insert(part.name, Arc::clone(&unit));
        unit
    }
}

/// A file that was taken apart, or the text that is known already.
type Taken = Result<Scanned, Arc<[u8]>>;

/// Files on their way from those who take them apart to the one who parses them.
struct Queue {
    next: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    ready: Vec<Option<Taken>>,
    parsed: usize,
}

impl Queue {
    fn work(&self, count: usize, ahead: usize, scan: &(dyn Fn(usize) -> Taken + Sync)) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            {
                let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                let is_far = |state: &mut State| number >= state.parsed + ahead;
                drop(self.changed.wait_while(state, is_far));
            }
            let scanned = scan(number);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.ready[number] = Some(scanned);
            self.changed.notify_all();
        }
    }

    fn take(&self, number: usize) -> Taken {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.parsed = number;
        self.changed.notify_all();
        loop {
            if let Some(scanned) = state.ready[number].take() {
                return scanned;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Options;
    use crate::preprocess::PreprocessOptions;
    use raceproof_source::Severity;

    /// Files in a directory of their own.
    struct Files(std::path::PathBuf);

    impl Files {
        fn new(name: &str, files: &[(&str, &str)]) -> Files {
            let directory =
                std::env::temp_dir().join(format!("raceproof-store-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&directory).expect("makes a directory");
            for (name, text) in files {
                std::fs::write(directory.join(name), text).expect("writes");
            }
            Files(directory)
        }

        fn input(&self, name: &str, n: &str) -> Input {
            Input {
                path: self.0.join(name),
                options: PreprocessOptions {
                    overrides: vec![("N".to_owned(), n.to_owned())],
                    ..PreprocessOptions::default()
                },
            }
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_what_has_changed_is_parsed_again() {
        let files = Files::new(
            "again",
            &[
                ("a.c", "#define N 3\nint a = N;\nint main(void) { return a; }\n"),
                ("b.c", "int b;\n"),
            ],
        );
        let mut store = Store::default();
        let mut read = |n: &str| {
            let inputs = ["a.c", "b.c"].map(|name| files.input(name, n));
            store.read(&inputs, Reading::default());
            inputs.map(|input| {
                store
                    .parsed(&input)
                    .and_then(|parsed| parsed.unit.clone())
                    .expect("is read")
            })
        };
        let (one, two, again) = (read("1"), read("2"), read("2"));
        assert!(!Arc::ptr_eq(&one[0], &two[0]));
        assert!(Arc::ptr_eq(&one[1], &two[1]));
        assert!(Arc::ptr_eq(&two[0], &again[0]));
    }

    /// What is given up while it is checked gives the same program, also if it must be read again because
    /// of a part that the names do not tell.
    #[test]
    fn files_that_are_given_up_are_the_same() {
        let ordered = "int a[9]; int main(void) {\n#pragma omp parallel for ordered(1)\n\
             for (int i = 1; i < 9; i++) {\n#pragma omp ordered depend(sink: i - 1)\n\
             a[i] = a[i - 1];\n#pragma omp ordered depend(source)\n} return other(); }\n";
        let ordered = format!("int other(void);\n{ordered}");
        let files = Files::new(
            "kept",
            &[("a.c", &ordered), ("b.c", "int other(void) { return 1; }\n")],
        );
        let inputs = ["a.c", "b.c"].map(|name| files.input(name, "1"));
        let compile = |most_kept| {
            let options = Options {
                most_kept,
                ..Options::default()
            };
            let loaded = Store::default().compile(&inputs, options, Reading::default());
            loaded.expect("compiles").program.to_string()
        };
        let whole = compile(None);
        assert!(whole.contains("doacross"));
        assert_eq!(compile(Some(0)), whole);
        assert_eq!(compile(Some(1 << 20)), whole);
    }

    /// Whoever preprocesses first, the program and the messages are the same.
    #[test]
    fn the_number_of_threads_does_not_show() {
        let names = ["a.c", "b.c", "c.c", "d.c", "e.c", "f.c"];
        let text = |number: usize| match number {
            0 => "#include <stdio.h>\nint b, c, d, e, f; int main(void) { return puts(\"x\") + b; }\n"
                .to_owned(),
            _ => format!(
                "#include <string.h>\n#include <stdlib.h>\nint x{number} = {number}; #warning{number}\n"
            ),
        };
        for is_wrong in [false, true] {
            let texts: Vec<String> = (0..names.len())
                .map(|number| match is_wrong {
                    true => text(number),
                    false => text(number).replace("#warning", "int y"),
                })
                .map(|text| text.replace("int y", "int y_") + ";\n")
                .collect();
            let all: Vec<(&str, &str)> = names
                .iter()
                .copied()
                .zip(texts.iter().map(String::as_str))
                .collect();
            let files = Files::new(&format!("threads-{is_wrong}"), &all);
            let inputs: Vec<Input> = names.iter().map(|name| files.input(name, "1")).collect();
            let compile = |jobs: usize| {
                let reading = Reading {
                    jobs,
                    ..Reading::default()
                };
                match Store::default().compile(&inputs, Options::default(), reading) {
                    Ok(loaded) => loaded.program.to_string(),
                    Err(failed) => failed.diagnostics.render(&failed.sources, Severity::Note, false),
                }
            };
            let one = compile(1);
            assert_eq!(one.contains("error"), is_wrong, "{one}");
            for jobs in [2, 5] {
                assert_eq!(compile(jobs), one);
            }
        }
    }
}
