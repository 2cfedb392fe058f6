//! Numbers that a program names: what an input is compared with steers the program as no other value does.
//!
//! A search that cannot try all values of an input tries these beside the usual ones (zero, one, the
//! extremes). Nothing rests on them: that only some values were tried is told all the same.

use raceproof_ir::{CompareOp, Inst, Operand, Program};

use crate::limits;

/// The numbers that the user's functions compare with, as signed numbers: those first that something is to be
/// equal to. The ones that are tried anyway are left out.
pub(super) fn numbers(program: &Program) -> Vec<i128> {
    let mut equal = Vec::new();
    let mut bounds = Vec::new();
    for function in program.functions.iter().filter(|f| !f.origin.is_ours()) {
        for block in &function.blocks {
            for (inst, _) in &block.instructions {
                let Inst::Compare { op, a, b, .. } = inst else {
                    continue;
                };
                for value in [a, b].into_iter().filter_map(number) {
                    match op {
                        CompareOp::Eq | CompareOp::Ne => equal.push(value),
                        _ => bounds.extend([value, value.saturating_add(1)]),
                    }
                }
            }
            equal.extend(block.terminator.cases());
        }
    }
    let mut found: Vec<i128> = Vec::new();
    for value in equal.into_iter().chain(bounds) {
        if found.len() == limits::NAMED.size() {
            break;
        }
        if !(-1..=3).contains(&value) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// A constant as a signed number.
fn number(operand: &Operand) -> Option<i128> {
    match *operand {
        Operand::Const(kind, bits) if kind.is_int() => {
            let unused = 128 - kind.bits();
            Some(((bits << unused) as i128) >> unused)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_equal_comes_first() {
        let text = "func @main() -> i32 {
            reg %k: i32, %c: i32
            %k = nondet i32 signed \"k\"
            %c = lt_s i32 %k, 70
            %c = eq i32 %k, -5
            %c = eq i32 %k, 1
            return 0
        }
        entry @main";
        match raceproof_ir::parse("named.ir", text) {
            Ok(program) => assert_eq!(numbers(&program), [-5, 70, 71]),
            Err(errors) => panic!("{errors:?}"),
        }
    }
}
