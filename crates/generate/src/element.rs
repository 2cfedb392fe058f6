//! Programs about elements that have locks of their own: which one a number picks, and which lock is taken
//! for it, may be two things.

use super::Plan;
use super::plan::Action;
use super::write::Writer;
use raceproof_engine::Dice;

/// Comparisons of the two numbers.
const COMPARISONS: [&str; 4] = ["lt_s", "le_s", "lt_u", "eq"];
/// What the number of a lock is computed by.
const OPERATIONS: [&str; 4] = [
    "xor i64 %i, 1",
    "and i64 %i, 2",
    "xor i64 %i, 3",
    "rem_u i64 %i, 2",
];

/// Whether it is one of these.
pub(super) fn is_of_element(a: &Action) -> bool {
    matches!(
        a,
        Action::Choose(_)
            | Action::InElement(..)
            | Action::TouchElement(_)
            | Action::KeepElement(_)
            | Action::InBoth(..)
            | Action::InComputed(..)
    )
}

/// What most threads of a program hold when they use an element.
#[derive(Clone, Copy)]
pub(super) enum Custom {
    /// Anything.
    Any,
    /// The locks of both elements that were chosen.
    Both,
    /// A lock that is computed from the number of the element.
    Computed,
}

impl Custom {
    pub fn random(dice: &mut Dice) -> Custom {
        [Custom::Any, Custom::Both, Custom::Computed][dice.below(3) as usize]
    }

    /// What a thread does with elements.
    pub fn actions(self, dice: &mut Dice, count: u32) -> Vec<Action> {
        match self {
            Custom::Any => (0..count).map(|_| any(dice, 2)).collect(),
            _ if count == 0 => Vec::new(),
            _ => {
                let mut actions = vec![Action::Choose(dice.below(2) as u8)];
                actions.extend((1..count).map(|_| self.action(dice, 1)));
                actions.push(self.hold(dice, Vec::new()));
                actions
            }
        }
    }

    fn action(self, dice: &mut Dice, depth: u32) -> Action {
        let list = |dice: &mut Dice| (0..2).map(|_| self.action(dice, depth - 1)).collect();
        match dice.below(6) {
            0 | 1 => Action::Choose(dice.below(2) as u8),
            2 if depth > 0 => Action::Repeat(2, list(dice)),
            3 if depth > 0 => Action::Maybe(2, list(dice)),
            4 if depth > 0 => {
                let inner = vec![Action::Choose(dice.below(2) as u8)];
                self.hold(dice, inner)
            }
            _ => self.hold(dice, Vec::new()),
        }
    }

    /// Mostly as the others do.
    fn hold(self, dice: &mut Dice, inner: Vec<Action>) -> Action {
        let (lock, cell) = (dice.below(2) as u8, dice.below(2) as u8);
        let is_odd = dice.one_in(4);
        match self {
            Custom::Computed => {
                let how = if is_odd { dice.below(4) as u8 } else { 0 };
                let cell = if dice.one_in(6) { cell } else { lock };
                Action::InComputed(how, lock, cell, inner)
            }
            _ => {
                // The lower one first, and then by the same comparison the higher one.
                let how = if is_odd { dice.below(128) as u8 } else { 0b10_00_00 };
                Action::InBoth(how, cell, inner)
            }
        }
    }
}

fn any(dice: &mut Dice, depth: u32) -> Action {
    let (lock, cell) = (dice.below(2) as u8, dice.below(2) as u8);
    let list = |dice: &mut Dice| {
        let count = if depth > 1 { dice.below(3) } else { dice.below(2) };
        (0..count).map(|_| any(dice, depth - 1)).collect()
    };
    match dice.below(10) {
        0 | 1 => Action::Choose(lock),
        2..=5 if depth > 0 => {
            let cell = if dice.one_in(3) { cell } else { lock };
            Action::InElement(lock, cell, list(dice))
        }
        6 if depth > 0 => Action::Repeat(2, list(dice)),
        7 if depth > 0 => Action::Maybe(2, list(dice)),
        8 => match dice.below(3) {
            0 => Action::TouchElement(cell),
            1 => Action::KeepElement(lock),
            _ => Action::Choose(lock),
        },
        9 if depth > 0 => {
            let inner = list(dice);
            Custom::Both.hold(dice, inner)
        }
        _ => Action::InElement(lock, lock, Vec::new()),
    }
}

impl Plan {
    /// The numbers and the elements that they pick.
    pub(super) fn write_elements(out: &mut String) {
        // A mutex and a number each. The mutexes are recursive, so that who takes the same one twice, by two
        // names, goes on. Locks whose number is computed are apart.
        let element = "zero 16, i32 1, zero 28";
        out.push_str(&format!(
            "global @elements: 96 bytes align 8 = {element}, {element}\nglobal @few: 160 bytes align 8\n"
        ));
    }
}

impl Writer<'_> {
    /// One of two numbers, by a comparison of them: the first where it is true, or the other way round.
    fn one_of_two(&mut self, name: &str, comparison: u8, turned: bool) {
        let n = self.label();
        let word = COMPARISONS[usize::from(comparison) % COMPARISONS.len()];
        let (then, otherwise) = if turned { (1, 0) } else { (0, 1) };
        self.line(&format!(
            "  %c = {word} i64 %i0, %i1\n  br %c, one{n}, other{n}\none{n}:\n  {name} = %i{then}\n  jump met{n}\nother{n}:\n  {name} = %i{otherwise}\n  jump met{n}\nmet{n}:"
        ));
    }

    pub(super) fn element(&mut self, a: &Action) {
        match a {
            Action::Choose(i) => self.line(&format!("  %i{i} = nondet i64 signed 0..1")),
            Action::InElement(lock, cell, x) => {
                let n = self.label();
                self.line(&format!("  %p{n} = offset @elements, %i{lock} * 48\n  mutex_lock %p{n}"));
                self.inside(x);
                self.element(&Action::TouchElement(*cell));
                self.line(&format!("  mutex_unlock %p{n}"));
            }
            Action::InBoth(how, cell, x) => {
                let n = self.label();
                self.line(&format!("  %c = ne i64 %i0, %i1\n  br %c, both{n}, done{n}\nboth{n}:"));
                if how & 64 == 0 {
                    self.one_of_two("%j0", how & 3, how & 16 != 0);
                    self.one_of_two("%j1", how >> 2 & 3, how & 32 != 0);
                }
                self.line(&format!(
                    "  %p{n} = offset @elements, %j0 * 48\n  mutex_lock %p{n}\n  %q{n} = offset @elements, %j1 * 48\n  mutex_lock %q{n}"
                ));
                self.element(&Action::TouchElement(*cell));
                self.inside(x);
                self.element(&Action::TouchElement(*cell));
                self.line(&format!(
                    "  mutex_unlock %q{n}\n  mutex_unlock %p{n}\n  jump done{n}\ndone{n}:"
                ));
            }
            Action::InComputed(how, lock, cell, x) => {
                let n = self.label();
                let operation = OPERATIONS[usize::from(*how) % OPERATIONS.len()];
                let operation = operation.replace("%i", &format!("%i{lock}"));
                self.line(&format!(
                    "  %lock = {operation}\n  %p{n} = offset @few, %lock * 40\n  mutex_lock %p{n}"
                ));
                self.inside(x);
                self.element(&Action::TouchElement(*cell));
                self.line(&format!("  mutex_unlock %p{n}"));
            }
            Action::KeepElement(i) => {
                self.line(&format!("  %p = offset @elements, %i{i} * 48\n  mutex_lock %p"));
            }
            Action::TouchElement(i) => self.line(&format!(
                "  %q = offset @elements, %i{i} * 48 + 40\n  %v = load i32 %q\n  %v = add i32 %v, 1\n  %v = and i32 %v, 1\n  store i32 %q, %v"
            )),
            _ => {}
        }
    }
}
