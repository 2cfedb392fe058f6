//! Worlds that a program may be interested in: arguments, a standard input, files, variables that nobody
//! gave.
//!
//! They are made of what the program itself names: strings and numbers that it compares with, options that it
//! looks for, names of variables and files that it asks for. A race that shows in such a world is as good as
//! any; that none shows means nothing, and is not told.

use std::collections::BTreeSet;

use raceproof_engine::Budget;
use raceproof_ir::{Address, FuncId, Function, Inst, Operand, Program, Reg};
use raceproof_library::{Role, Use, find, looks_at};
use raceproof_machine::World;

use crate::given::Setting;
use crate::limits;
use crate::probe::{Ground, Sketch};

/// Numbers to try as the first argument; none if the program makes no number of an argument.
pub fn numbers(program: &Program) -> Vec<u64> {
    let main = program.entry.map(|entry| program.function(entry));
    if main.is_none_or(|main| main.params < 2) || !calls(program, Role::Numeral) {
        return Vec::new();
    }
    let mut found: Vec<u64> = compared(program)
        .into_iter()
        .filter(|value| *value >= 2)
        .map(|value| value + 1)
        .collect();
    // The largest are the ones that the program does not reach by itself.
    found.split_off(found.len().saturating_sub(limits::GUESSES.size()))
}

/// Lines of a standard input to try; none if the program does not read it.
pub fn lines(program: &Program) -> Option<u32> {
    let mut functions = program.functions.iter();
    functions
        .any(|function| function.blocks.is_empty() && looks_at(&function.name, World::Input))
        .then(|| limits::GUESSED_LINES.count())
}

/// Worlds that differ from the given one in these parts, and in which a second thread starts.
pub fn worlds(
    program: &Program,
    (args, parts): (&[Vec<u8>], &[World]),
    given: &Setting,
    budget: &Budget,
) -> Vec<Setting> {
    let interests = Interests::of(program);
    let ground = Ground {
        program,
        args,
        given,
        variables: &interests.variables,
        files: &|sketch| interests.names(sketch),
        changes: &|sketch| interests.changes(sketch, parts),
    };
    ground.search(&budget.part(limits::PROBING.time(), u64::MAX))
}

/// What a program names.
#[derive(Debug, Default)]
struct Interests {
    /// Numbers that are worth a try: those that it compares with, and their neighbours.
    numbers: Vec<u64>,
    /// Strings that it compares with.
    strings: Vec<String>,
    /// Letters that it compares with.
    letters: Vec<char>,
    /// Letters of options, and whether they have an argument.
    options: Vec<(char, bool)>,
    /// Long options.
    long_options: Vec<String>,
    /// How many arguments it asks for.
    counts: Vec<usize>,
    /// Names of variables.
    variables: Vec<String>,
    /// Names of files.
    files: Vec<String>,
    /// What separates words, by what it looks for in texts.
    separators: Vec<char>,
    /// Lines that fit the formats that it scans by.
    scanned: Vec<String>,
    /// Whether it makes processes.
    forks: bool,
    /// Whether it reads directories.
    walks: bool,
    /// The parts of the world that it looks at, by its text.
    looks: Vec<World>,
}

/// The instructions of the user's functions.
fn instructions(program: &Program) -> impl Iterator<Item = &Inst> {
    let functions = program
        .functions
        .iter()
        .filter(|function| !function.origin.is_ours());
    let blocks = functions.flat_map(|function| &function.blocks);
    blocks.flat_map(|block| block.instructions.iter().map(|(inst, _)| inst))
}

fn role(program: &Program, f: FuncId) -> Option<Role> {
    find(&program.function(f).name).and_then(|found| found.row.role)
}

fn calls(program: &Program, wanted: Role) -> bool {
    let mut called = instructions(program).filter_map(|inst| inst.called());
    called.any(|f| role(program, f) == Some(wanted))
}

/// The constants that a program compares with or that it has cases for, in their order.
fn compared(program: &Program) -> BTreeSet<u64> {
    let most = u128::from(limits::LARGEST_GUESS.get());
    let of_instructions = instructions(program).flat_map(|inst| inst.compared().into_iter().flatten());
    let mut found: BTreeSet<u64> = of_instructions
        .filter_map(|operand| match operand {
            Operand::Const(_, value) if value <= most => Some(value as u64),
            _ => None,
        })
        .collect();
    let users = program.functions.iter().filter(|f| !f.origin.is_ours());
    for block in users.flat_map(|f| &f.blocks) {
        let cases = block.terminator.cases();
        found.extend(cases.filter_map(|value| u64::try_from(value).ok().filter(|v| u128::from(*v) <= most)));
    }
    found
}

/// The text of a constant string.
fn text(program: &Program, operand: Option<&Operand>) -> Option<String> {
    let Some(Operand::Address(Address::Global(global, offset))) = operand else {
        return None;
    };
    let global = program.global(*global);
    let bytes = global.bytes.get(usize::try_from(*offset).ok()?..)?;
    let bytes = bytes.split(|byte| *byte == 0).next()?;
    let text = std::str::from_utf8(bytes).ok()?;
    (global.constant && !text.is_empty() && text.len() <= 64).then(|| text.to_owned())
}

/// How many arguments `main` compares their number with, less the name of the program.
fn counts(program: &Program) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let Some(entry) = program.entry else {
        return found;
    };
    // What calls the constructors passes it on.
    let is_ours = program.function(entry).origin.is_ours();
    let of = |f: FuncId| program.function(f).blocks.iter().flat_map(|b| &b.instructions);
    let mains: Vec<FuncId> = match is_ours {
        true => of(entry).filter_map(|(inst, _)| inst.called()).collect(),
        false => vec![entry],
    };
    for (inst, _) in mains.into_iter().flat_map(of) {
        let Some([a, b]) = inst.compared() else { continue };
        let number = match (a, b) {
            (Operand::Reg(Reg(0)), Operand::Const(_, n)) | (Operand::Const(_, n), Operand::Reg(Reg(0))) => n,
            _ => continue,
        };
        if (1..=8).contains(&number) {
            found.insert(number as usize);
            found.insert(number as usize - 1);
        }
    }
    found.remove(&0);
    found
}

impl Interests {
    fn of(program: &Program) -> Interests {
        let mut interests = Interests::default();
        let constants = compared(program);
        let numbers = constants.iter().flat_map(|n| [*n + 1, *n]).chain([1, 2, 8]);
        interests.numbers = distinct(numbers).take(limits::GUESSES.size() * 2).collect();
        let letters = constants.iter().filter_map(|n| u8::try_from(*n).ok());
        interests.letters = letters.filter(u8::is_ascii_graphic).map(char::from).collect();
        interests.counts = counts(program).into_iter().collect();
        let natives = program.functions.iter().filter(|f| f.blocks.is_empty());
        let rows = natives.filter_map(|f| find(&f.name));
        interests.looks = rows.filter_map(|found| found.row.world).collect();
        let mut strings = Vec::new();
        for inst in instructions(program) {
            let Some(f) = inst.called() else { continue };
            let args = inst.arguments();
            let found = find(&program.function(f).name);
            match role(program, f) {
                Some(Role::Compares) => {
                    strings.extend(args.iter().filter_map(|arg| text(program, Some(arg))))
                }
                Some(Role::Options) => {
                    interests
                        .options
                        .extend(options(&text(program, args.get(2)).unwrap_or_default()));
                    interests.long_options.extend(long_options(program, args.get(3)));
                }
                _ => {}
            }
            interests.split(program, f, args);
            interests.walks |= found.is_some_and(|found| found.row.role == Some(Role::Walks));
            interests.forks |= found.is_some_and(|found| found.row.role == Some(Role::Forks));
            let world = found.and_then(|found| found.row.world);
            let named = || text(program, args.first());
            match world {
                Some(World::Variables) => interests.variables.extend(named()),
                Some(World::Files) if !writes(program, f, args) => interests.files.extend(named()),
                _ => {}
            }
        }
        interests.files.extend(file_names(program));
        interests.strings = distinct(strings).take(limits::GUESSES.size()).collect();
        interests.variables = distinct(interests.variables).collect();
        interests.files = distinct(interests.files).collect();
        interests.separators = distinct(interests.separators)
            .take(limits::GUESSES.size())
            .collect();
        interests.scanned = distinct(interests.scanned).take(limits::GUESSES.size()).collect();
        interests
    }

    /// What a call looks for in texts: separators, and what a format wants.
    fn split(&mut self, program: &Program, f: FuncId, args: &[Operand]) {
        let Some(found) = find(&program.function(f).name) else {
            return;
        };
        for (at, arg) in args.iter().enumerate() {
            let usage = found.argument(at).map(|argument| argument.usage);
            let written = text(program, Some(arg)).unwrap_or_default();
            match (usage, arg) {
                (Some(Use::Scan), _) => self.scanned.extend(line_of(&written)),
                (Some(Use::Print | Use::Mode), _) => {}
                (Some(Use::Steers | Use::Value), Operand::Const(_, value)) => {
                    let letter = u8::try_from(*value).ok().map(char::from);
                    // A number of arguments, a size and the like are seldom punctuation.
                    let is_text = found
                        .row
                        .arguments
                        .first()
                        .is_some_and(|first| first.reads.is_some());
                    let is_one = |c: &char| c.is_ascii_punctuation() && is_text && args.len() == 2;
                    self.separators.extend(letter.filter(is_one));
                }
                _ if written.len() <= 4 && !written.contains(char::is_alphanumeric) => {
                    self.separators
                        .extend(written.chars().filter(char::is_ascii_punctuation));
                }
                _ => {}
            }
        }
    }

    /// Worlds that differ from this one in one of these parts.
    fn changes(&self, sketch: &Sketch, parts: &[World]) -> Vec<Sketch> {
        let mut all = Vec::new();
        let same = || sketch.clone();
        let texts = || self.texts().into_iter().map(Some);
        let is_read = |part: &World| matches!(part, World::Input | World::Files | World::Network);
        let looked = |part: &&World| !is_read(part) || self.looks.contains(part);
        for part in parts.iter().filter(looked) {
            match part {
                World::Arguments => {
                    let lists = self.other_arguments(sketch.args.as_deref()).into_iter();
                    all.extend(lists.map(|args| Sketch {
                        args: Some(args),
                        ..same()
                    }));
                }
                World::Input => all.extend(texts().map(|input| Sketch { input, ..same() })),
                World::Files => {
                    let texts = texts().chain([Some(String::new())]);
                    all.extend(texts.map(|files| Sketch { files, ..same() }));
                }
                World::Variables if !self.variables.is_empty() => {
                    let values = self.values().map(Some);
                    all.extend(values.map(|variables| Sketch { variables, ..same() }));
                }
                World::Network => all.extend(texts().map(|network| Sketch { network, ..same() })),
                World::Processors => {
                    let counts = self.numbers.iter().filter_map(|n| u32::try_from(*n).ok());
                    let counts = counts.filter(|n| *n > 0 && *n <= 4096).map(Some);
                    all.extend(counts.map(|processors| Sketch { processors, ..same() }));
                }
                World::System => {
                    let systems = [(true, false), (false, true), (true, true)];
                    all.extend(systems.map(|system| Sketch { system, ..same() }));
                    all.extend(self.forks.then(|| Sketch {
                        child: true,
                        ..same()
                    }));
                }
                World::Signals => all.extend([1, 2].map(|signals| Sketch { signals, ..same() })),
                _ => {}
            }
        }
        all
    }

    /// Names of the files that a world has: those that the program names, and those that arguments may mean.
    fn names(&self, sketch: &Sketch) -> Vec<String> {
        let args = sketch.args.iter().flatten().filter(|arg| !arg.starts_with('-'));
        let places: Vec<&String> = self.files.iter().chain(args).collect();
        let names: Vec<String> = match self.walks {
            true => {
                let inside = |place: &&String| ["a", "b"].map(|name| format!("{place}/{name}"));
                let here = ["a", "b"].map(str::to_owned);
                places.iter().flat_map(inside).chain(here).collect()
            }
            false => places.into_iter().cloned().collect(),
        };
        distinct(names).collect()
    }

    /// Arguments to try after these, or at first.
    fn other_arguments(&self, args: Option<&[String]>) -> Vec<Vec<String>> {
        let Some(args) = args else {
            return self.arguments();
        };
        let word = |text: &str| vec![text.to_owned()];
        let mut words = vec![word("4"), word("x")];
        words.extend(self.strings.iter().map(|s| word(s)));
        words.extend(self.strings.iter().map(|s| vec![format!("{s}4")]));
        words.extend(self.separators.iter().map(|c| vec![format!("4{c}4{c}4")]));
        words.extend(self.numbers.iter().map(|n| vec![n.to_string()]));
        let option = |(letter, has): &(char, bool)| match has {
            true => vec![format!("-{letter}"), "4".to_owned()],
            false => vec![format!("-{letter}")],
        };
        let mut more: Vec<Vec<String>> = self.options.iter().map(option).collect();
        more.extend(self.long_options.iter().map(|name| vec![format!("--{name}=4")]));
        more.extend(self.long_options.iter().map(|name| vec![format!("--{name}")]));
        let mut all = Vec::new();
        for at in 0..args.len() {
            let replaced = |with: &Vec<String>| [&args[..at], with, &args[at + 1..]].concat();
            all.extend(words.iter().map(replaced));
        }
        if args.len() < 8 {
            all.extend(more.iter().map(|first| [first, args].concat()));
            all.extend(words.iter().map(|last| [args, last].concat()));
        }
        all
    }

    /// Arguments to try, without the name of the program.
    fn arguments(&self) -> Vec<Vec<String>> {
        let counts = match self.counts.as_slice() {
            [] => vec![1, 2],
            some => some.to_vec(),
        };
        let filled = |first: &[&str], fill: &str, count: usize| -> Vec<String> {
            let fill = std::iter::repeat_n(fill, count.saturating_sub(first.len()));
            first.iter().copied().chain(fill).map(str::to_owned).collect()
        };
        let mut all: Vec<Vec<String>> = Vec::new();
        for count in &counts {
            all.extend(self.strings.iter().map(|s| filled(&[s], "x", *count)));
        }
        let flags = |with: &[(char, bool)]| -> Vec<String> {
            let flag = |(letter, has): &(char, bool)| {
                std::iter::once(format!("-{letter}")).chain(has.then(|| "4".to_owned()))
            };
            with.iter().flat_map(flag).collect()
        };
        if !self.options.is_empty() {
            all.push(flags(&self.options));
            all.push([flags(&self.options), vec!["x".to_owned()]].concat());
        }
        let long = self.long_options.iter().take(limits::GUESSES.size());
        all.extend(long.map(|name| vec![format!("--{name}"), "4".to_owned()]));
        for count in &counts {
            all.extend(["4", "x"].map(|fill| filled(&[], fill, *count)));
        }
        for count in &counts {
            all.extend(self.strings.iter().map(|s| filled(&[s], "4", *count)));
            all.extend(self.strings.iter().map(|s| {
                let mut args = filled(&[], "x", *count);
                args.pop();
                args.push(s.clone());
                args
            }));
        }
        all.extend(self.options.iter().map(|one| flags(&[*one])));
        for count in &counts {
            all.extend(self.numbers.iter().map(|n| filled(&[], &n.to_string(), *count)));
        }
        let letters = self.letters.iter().take(limits::GUESSES.size());
        all.extend(letters.flat_map(|c| [vec![format!("-{c}")], vec![c.to_string()]]));
        distinct(all).collect()
    }

    /// What standard input or a file may be: lines that are scanned, of numbers, of words, of letters, of
    /// names with a number.
    fn texts(&self) -> Vec<String> {
        let lines = |line: &str| format!("{line}\n").repeat(limits::GUESSED_LINES.size());
        let few = |line: &str| format!("{line}\n").repeat(8);
        let named = |between: &str| -> String {
            let line = |s: &String| format!("{}{between}4\n", s.trim_matches('"'));
            self.strings.iter().map(line).collect()
        };
        let letters: String = self.letters.iter().map(|c| format!("{c}x\n")).collect();
        let words: String = self.strings.iter().map(|s| format!("{s}\n")).collect();
        let mut all: Vec<String> = self.scanned.iter().map(|line| few(line)).collect();
        all.push(lines("8"));
        all.extend([letters, words]);
        for c in &self.separators {
            all.push(named(&c.to_string()));
            all.push(few(&format!("x{c}4{c}4")));
            all.push(few(&format!("4{c}4{c}4")));
        }
        all.extend(["=", " ", ": "].map(named));
        if !self.strings.is_empty() {
            let members = self
                .strings
                .iter()
                .map(|s| format!("\"{}\": 4", s.trim_matches('"')));
            all.push(format!("{{{}}}\n", members.collect::<Vec<String>>().join(", ")));
        }
        all.extend(["x y x", "x 4 4", "2 2"].map(few));
        all.extend(self.numbers.iter().map(|n| lines(&n.to_string())));
        distinct(all).filter(|text| !text.is_empty()).collect()
    }

    /// What environment variables may be, all of them the same.
    fn values(&self) -> impl Iterator<Item = String> {
        let numbers = self.numbers.iter().map(ToString::to_string);
        let values = std::iter::once("1".to_owned())
            .chain(self.strings.iter().cloned())
            .chain(numbers);
        distinct(values)
    }
}

/// A line that fits a format of `scanf`.
fn line_of(format: &str) -> Option<String> {
    let mut line = String::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            line.push(c);
            continue;
        }
        let is_kind = |c: &char| !(c.is_ascii_digit() || "*hlqjztLm".contains(*c));
        while rest.next_if(|c| !is_kind(c)).is_some() {}
        match rest.next()? {
            '%' => line.push('%'),
            '[' => {
                line.push('x');
                let mut at = 0;
                while rest.next_if(|c| at == 0 || *c != ']').is_some() {
                    at += 1;
                }
                rest.next();
            }
            's' | 'c' => line.push('x'),
            'n' => {}
            _ => line.push('4'),
        }
    }
    let line = line.trim().to_owned();
    (!line.is_empty()).then_some(line)
}

/// Constant strings of the user's that look like names of files.
fn file_names(program: &Program) -> impl Iterator<Item = String> {
    let operands = instructions(program).flat_map(|inst| inst.arguments());
    let texts = operands.filter_map(|operand| text(program, Some(operand)));
    let is_name = |text: &String| {
        let is_path = text.contains(['.', '/']) && text.contains(char::is_alphabetic);
        is_path && !text.contains(|c: char| c.is_whitespace() || "%,:;!?()<>'".contains(c))
    };
    texts.filter(is_name).take(limits::GUESSES.size())
}

/// Whether a file is opened for writing, by a constant mode.
fn writes(program: &Program, f: FuncId, args: &[Operand]) -> bool {
    let function: &Function = program.function(f);
    let mode = find(&function.name).and_then(|found| found.position_of(Use::Mode));
    let mode = mode.and_then(|at| text(program, args.get(at)));
    mode.is_some_and(|mode| mode.starts_with(['w', 'a']))
}

/// The letters of `getopt`, and whether they have an argument.
fn options(text: &str) -> Vec<(char, bool)> {
    let letters: Vec<char> = text.trim_start_matches(['+', '-', ':']).chars().collect();
    let at = |i: usize| letters.get(i).copied();
    let each = letters.iter().enumerate().filter(|(_, letter)| **letter != ':');
    each.map(|(i, letter)| (*letter, at(i + 1) == Some(':')))
        .collect()
}

/// The names of long options: the strings that a table of `getopt_long` points to.
fn long_options(program: &Program, table: Option<&Operand>) -> Vec<String> {
    let Some(Operand::Address(Address::Global(global, _))) = table else {
        return Vec::new();
    };
    let relocations = program.global(*global).relocations.iter();
    relocations
        .filter_map(|relocation| text(program, Some(&Operand::Address(relocation.target))))
        .collect()
}

/// Each once, in their order.
fn distinct<T: Ord + Clone>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let mut seen = BTreeSet::new();
    all.into_iter().filter(move |one| seen.insert(one.clone()))
}

#[cfg(test)]
mod tests {
    use raceproof_c::compile_text;
    use raceproof_ir::DataModel;

    use super::*;

    fn compile(text: &str) -> Program {
        compile_text("a.c", text, DataModel::Lp64)
            .expect("compiles")
            .program
    }

    #[test]
    fn constants_of_comparisons_are_tried() {
        let text = "int atoi(const char *);
                    int main(int argc, char **argv) { int n = atoi(argv[1]); return n > 10000 ? 1 : n == 7; }";
        assert_eq!(numbers(&compile(text)), [8, 10001]);
        assert!(numbers(&compile(&text.replace("atoi(argv[1])", "argc"))).is_empty());
    }

    #[test]
    fn arguments_are_made_of_what_the_program_names() {
        let text = "int strcmp(const char *, const char *); int getopt(int, char **, const char *);
                    int main(int argc, char **argv)
                    { getopt(argc, argv, \"vn:\"); return argc != 3 || strcmp(argv[1], \"--go\"); }";
        let all = Interests::of(&compile(text)).arguments();
        let has = |wanted: &[&str]| all.iter().any(|args| args == wanted);
        assert!(
            has(&["--go", "x"]) && has(&["-v", "-n", "4"]) && has(&["4", "4"]),
            "{all:?}"
        );
    }

    #[test]
    fn lines_fit_the_formats_that_are_scanned() {
        assert_eq!(line_of("%49[^,],%lf,%d").as_deref(), Some("x,4,4"));
        assert_eq!(line_of("%d %d").as_deref(), Some("4 4"));
        assert_eq!(line_of(" %*s = %5ld%%").as_deref(), Some("x = 4%"));
        assert_eq!(line_of("%[]a]b").as_deref(), Some("xb"));
        assert_eq!(line_of("%n"), None);
    }

    /// Worlds in which a second thread starts.
    fn threads(text: &str, parts: &[World]) -> Vec<Setting> {
        let budget = Budget::new(Some(std::time::Duration::from_secs(60)), u64::MAX, usize::MAX);
        worlds(
            &compile(text),
            (&[b"a".to_vec()], parts),
            &Setting::default(),
            &budget,
        )
    }

    const START: &str = "typedef unsigned long pthread_t;
        int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
        int strcmp(const char *, const char *); char *getenv(const char *); int getchar(void);
        int atoi(const char *);
        void *work(void *p) { return p; }
        void start(void) { pthread_t t; pthread_create(&t, 0, work, 0); }";

    #[test]
    fn options_are_found_one_after_the_other() {
        let text = format!(
            "{START} int main(int argc, char **argv) {{
                if (argc != 4) return 1;
                if (strcmp(argv[1], \"go\")) return 2;
                if (strcmp(argv[2], \"there\")) return 3;
                if (atoi(argv[3]) == 8) start();
                return 0; }}"
        );
        let found = threads(&text, &[World::Arguments]);
        let args: Vec<&str> = found[0].arguments.iter().map(|(_, arg)| arg.as_str()).collect();
        assert_eq!(args, ["go", "there", "8"]);
    }

    #[test]
    fn parts_are_found_one_after_the_other() {
        let text = format!(
            "{START} int main(void) {{
                if (getchar() != 'g') return 1;
                if (!getenv(\"X\")) return 2;
                start();
                return 0; }}"
        );
        let found = threads(&text, &[World::Input, World::Variables]);
        assert!(found[0].stdin.starts_with(b"gx\n"));
        assert_eq!(found[0].variables, ["X=1"]);
        assert!(threads(&text, &[World::Input]).is_empty());
    }
}
