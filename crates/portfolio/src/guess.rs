//! Arguments and a standard input that a program without any may be interested in.
//!
//! A program that turns an argument into a number and compares numbers with constants may do something else
//! beyond one of these constants. A race that shows with such an argument is as good as any; that none shows
//! means nothing, and is not told. So is one of a program that reads its standard input, where all that it
//! reads are ones.

use raceproof_ir::{Inst, Operand, Program};
use raceproof_library::{Role, World, find, looks_at};

use crate::limits;

/// Numbers to try as the first argument; none if the program makes no number of an argument.
pub fn numbers(program: &Program) -> Vec<u64> {
    let main = program.entry.map(|entry| program.function(entry));
    if main.is_none_or(|main| main.params < 2) || !reads_numbers(program) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for inst in instructions(program) {
        for operand in inst.compared().into_iter().flatten() {
            if let Operand::Const(_, value) = operand
                && (2..=u128::from(limits::LARGEST_GUESS.get())).contains(&value)
            {
                found.push(value as u64 + 1);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
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

/// The instructions of the user's functions.
fn instructions(program: &Program) -> impl Iterator<Item = &Inst> {
    let functions = program
        .functions
        .iter()
        .filter(|function| !function.origin.is_ours());
    let blocks = functions.flat_map(|function| &function.blocks);
    blocks.flat_map(|block| block.instructions.iter().map(|(inst, _)| inst))
}

fn reads_numbers(program: &Program) -> bool {
    let is_reader = |f| {
        let found = find(&program.function(f).name);
        found.is_some_and(|found| found.row.role == Some(Role::Numeral))
    };
    instructions(program)
        .filter_map(|inst| inst.called())
        .any(is_reader)
}

#[cfg(test)]
mod tests {
    use raceproof_c::compile_text;
    use raceproof_ir::DataModel;

    use super::*;

    #[test]
    fn constants_of_comparisons_are_tried() {
        let text = "int atoi(const char *);
                    int main(int argc, char **argv) { int n = atoi(argv[1]); return n > 10000 ? 1 : n == 7; }";
        let compiled = compile_text("a.c", text, DataModel::Lp64).expect("compiles");
        assert_eq!(numbers(&compiled.program), [8, 10001]);
        let without = text.replace("atoi(argv[1])", "argc");
        let compiled = compile_text("a.c", &without, DataModel::Lp64).expect("compiles");
        assert!(numbers(&compiled.program).is_empty());
    }
}
