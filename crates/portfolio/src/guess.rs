//! Worlds that a program may be interested in: arguments, a standard input, files, variables that nobody
//! gave.
//!
//! They are made of what the program itself names: strings and numbers that it compares with, options that it
//! looks for, names of variables and files that it asks for. A race that shows in such a world is as good as
//! any; that none shows means nothing, and is not told.

use std::collections::BTreeSet;

use raceproof_ir::{Address, FuncId, Function, Inst, Operand, Program, Reg};
use raceproof_library::{Role, Use, find, looks_at};
use raceproof_machine::{Signals, World};

use crate::given::Setting;
use crate::limits;

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

/// Worlds that differ from the given one in these parts, those first that need least.
pub fn worlds(program: &Program, parts: &[World], setting: &Setting) -> Vec<Setting> {
    let interests = Interests::of(program);
    let mut ways: Vec<Vec<Setting>> = Vec::new();
    for part in parts {
        let one = interests.ways(*part, setting);
        if !one.is_empty() {
            ways.push(one);
        }
    }
    if ways.is_empty() {
        return Vec::new();
    }
    let most = limits::GUESSED_WORLDS.size();
    let mut worlds = Vec::new();
    let furthest: usize = ways.iter().map(|way| way.len() - 1).sum();
    for sum in 0..=furthest {
        combine(&ways, sum, (setting, setting), &mut worlds, most);
        if worlds.len() >= most {
            break;
        }
    }
    worlds
}

/// All combinations whose places in their lists have this sum.
fn combine(
    ways: &[Vec<Setting>],
    sum: usize,
    (given, so_far): (&Setting, &Setting),
    out: &mut Vec<Setting>,
    most: usize,
) {
    let Some((first, rest)) = ways.split_first() else {
        if sum == 0 && out.len() < most && so_far != given {
            out.push(so_far.clone());
        }
        return;
    };
    let furthest: usize = rest.iter().map(|way| way.len() - 1).sum();
    for (i, one) in first.iter().enumerate().take(sum + 1) {
        if sum - i <= furthest && out.len() < most {
            combine(rest, sum - i, (given, &so_far.and(one)), out, most);
        }
    }
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
    /// Whether it makes processes.
    forks: bool,
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
            interests.forks |= found.is_some_and(|found| found.row.role == Some(Role::Forks));
            let world = found.and_then(|found| found.row.world);
            let named = || text(program, args.first());
            match world {
                Some(World::Variables) => interests.variables.extend(named()),
                Some(World::Files) if !writes(program, f, args) => interests.files.extend(named()),
                _ => {}
            }
        }
        interests.strings = distinct(strings).take(limits::GUESSES.size()).collect();
        interests.variables = distinct(interests.variables).collect();
        interests.files = distinct(interests.files).collect();
        interests
    }

    /// What may be tried of a part of the world.
    fn ways(&self, part: World, base: &Setting) -> Vec<Setting> {
        match part {
            World::Arguments => self
                .arguments()
                .iter()
                .map(|args| base.with_arguments(args))
                .collect(),
            World::Input => self
                .texts()
                .into_iter()
                .map(|text| base.with_input(text))
                .collect(),
            World::Variables => self.variables(base),
            World::Files => {
                let words = ["x", "4", "1"].map(str::to_owned);
                let names = distinct(self.files.iter().chain(&words).chain(&self.strings).cloned());
                let names: Vec<String> = names.collect();
                let texts = std::iter::once(String::new()).chain(self.texts());
                texts.map(|text| base.with_files(&names, &text)).collect()
            }
            World::Processors => {
                let counts = self.numbers.iter().filter_map(|n| u32::try_from(*n).ok());
                let counts = counts.filter(|n| *n > 0 && *n <= 4096);
                counts.map(|count| base.with_processors(count)).collect()
            }
            World::System => {
                let child = self.forks.then(|| base.with_child());
                let others = [
                    base.clone(),
                    base.with_system(Some(0), false),
                    base.with_system(None, true),
                    base.with_system(Some(0), true),
                ];
                child.into_iter().chain(others).collect()
            }
            World::Network => {
                let texts = self.texts().into_iter();
                texts.map(|text| base.with_network(text)).collect()
            }
            World::Signals => {
                let when = [Signals::Soon, Signals::Late].map(|when| base.with_signals(when));
                std::iter::once(base.clone()).chain(when).collect()
            }
            World::Clock | World::Output | World::Resources | World::Random => Vec::new(),
        }
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

    /// What standard input or a file may be: lines of numbers, of words, of letters.
    fn texts(&self) -> Vec<String> {
        let lines = |line: &str| format!("{line}\n").repeat(limits::GUESSED_LINES.size());
        let mut all = Vec::new();
        let words: String = self.strings.iter().map(|s| format!("{s}\n")).collect();
        let letters: String = self.letters.iter().map(|c| format!("{c}x\n")).collect();
        all.push(lines("8"));
        all.extend([letters, words].into_iter().filter(|text| !text.is_empty()));
        all.extend(self.numbers.iter().map(|n| lines(&n.to_string())));
        all.push("word\n".repeat(4));
        distinct(all).collect()
    }

    /// Environment variables: all that are asked for have the same value.
    fn variables(&self, base: &Setting) -> Vec<Setting> {
        let numbers = self.numbers.iter().map(ToString::to_string);
        let values = std::iter::once("1".to_owned())
            .chain(self.strings.iter().cloned())
            .chain(numbers);
        let values = distinct(values).filter(|_| !self.variables.is_empty());
        values
            .map(|value| base.with_variables(&self.variables, &value))
            .collect()
    }
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
    fn small_changes_come_first() {
        let text = "char *getenv(const char *); int getchar(void);
                    int main(void) { return getchar() == 'g' && getenv(\"X\"); }";
        let parts = [World::Input, World::Variables];
        let worlds = worlds(&compile(text), &parts, &Setting::default());
        assert!(worlds.len() > 3 && worlds.len() <= limits::GUESSED_WORLDS.size());
        assert_eq!(worlds[0].variables, ["X=1"]);
        assert!(worlds.iter().any(|world| world.stdin.starts_with(b"gx\n")));
    }
}
