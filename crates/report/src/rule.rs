//! The codes of what can be said about a program, each with what it means and what helps.
//!
//! Messages name them (`race[RP001]`), SARIF has them as rules, and `raceproof explain RP001` prints them. A
//! code keeps its meaning for ever.

use crate::Kind;

/// Something that a result can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// `RP001`.
    pub code: &'static str,
    /// The word for it: that of a kind of defect, or another.
    pub word: &'static str,
    /// What it is, in one line without a full stop.
    pub title: &'static str,
    /// What it means, in sentences.
    pub meaning: &'static str,
    /// What usually helps, in sentences.
    pub remedy: &'static str,
}

/// All rules, by their codes.
pub const RULES: [Rule; 10] = [
    Rule {
        code: "RP001",
        word: "race",
        title: "Two unordered accesses, one of them a write, not both atomic",
        meaning: "Two threads access the same bytes, at least one of them writes, at least one of the accesses \
is not atomic, and nothing orders one before the other: no lock that both hold, no creation, join, barrier or \
atomic hand-over between them. C gives such a program no meaning: the reader may see the old value, the new one, \
a mixture, or the compiler may assume that it never happens. The schedule leads to the two accesses; \
`raceproof replay` goes through it again.",
        remedy: "Hold one lock at both accesses; or make both atomic; or put an order between them: join the \
thread, wait at a barrier (OpenMP: barrier, taskwait), or pass the data through a queue with a lock. In OpenMP \
loops, give each thread its own copy (private, reduction). Data that is written before the threads are created \
and only read after that needs nothing.",
    },
    Rule {
        code: "RP002",
        word: "deadlock",
        title: "Threads wait for each other for ever",
        meaning: "No thread can go on and not all have ended. The message has who waits for what, and who \
holds it: usually a circle of locks that are taken in different orders, or a wait for a signal that came before \
the wait.",
        remedy: "Take locks in one order everywhere; give a lock back before waiting for a thread that needs it; \
test the condition under the mutex before waiting, in a loop.",
    },
    Rule {
        code: "RP003",
        word: "assertion",
        title: "An assertion fails",
        meaning: "The schedule and the inputs that are shown lead to an assertion whose condition is false.",
        remedy: "The schedule shows the values: the assertion is wrong, or the order that it relies on is not kept.",
    },
    Rule {
        code: "RP004",
        word: "memory",
        title: "An access outside of any living object, or a bad free",
        meaning: "A pointer leads to no object, before or behind one, to one that was freed, or to a variable of \
a function that has returned. What follows is undefined.",
        remedy: "Keep objects alive until all threads that have their addresses are joined; check bounds.",
    },
    Rule {
        code: "RP005",
        word: "arithmetic",
        title: "Division by zero and the like",
        meaning: "An operation has no result for these operands.",
        remedy: "Test the operands first; if another thread sets them, order it before.",
    },
    Rule {
        code: "RP006",
        word: "misuse",
        title: "A library function or a synchronisation object used against its contract",
        meaning: "For example a mutex that is unlocked by a thread that does not hold it, a thread that is joined \
twice, a barrier that is destroyed while threads wait.",
        remedy: "The message has the place and, where there is one, the other place that it contradicts.",
    },
    Rule {
        code: "RP007",
        word: "abort",
        title: "The program gives up by itself",
        meaning: "The schedule leads to `abort` or to something that calls it.",
        remedy: "See why the program gives up there.",
    },
    Rule {
        code: "RP008",
        word: "unreachable",
        title: "Control reaches a point that the program promised it would not",
        meaning: "`__builtin_unreachable` or its like is reached, or a function that does not return does.",
        remedy: "Remove the promise, or keep it.",
    },
    Rule {
        code: "RP100",
        word: "unknown",
        title: "Neither a race nor a proof was found",
        meaning: "The result has what was covered, what was not, and what would lift each limit. It is neither a \
warning nor an acquittal.",
        remedy: "Pin what the program may read (`-- ARGS`, `--stdin`, `--file`, `--env`), give more time \
(`--time-limit`), give all of its files. `--objects` lists what is proved and what is open.",
    },
    Rule {
        code: "RP101",
        word: "open",
        title: "Two accesses that nothing was found to keep apart; they need not race",
        meaning: "No argument was found that orders these two accesses or guards them, and no schedule that shows \
a race.",
        remedy: "Hold the same lock at both, or see what the reason says.",
    },
];

impl Rule {
    /// The rule with this code or word, in any case.
    pub fn find(name: &str) -> Option<&'static Rule> {
        let is_it =
            |rule: &&Rule| rule.code.eq_ignore_ascii_case(name) || rule.word.eq_ignore_ascii_case(name);
        RULES.iter().find(is_it)
    }
}

impl Kind {
    /// The code of its rule.
    pub fn code(self) -> &'static str {
        Rule::find(self.word()).map_or("", |rule| rule.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_rule_and_codes_are_in_order() {
        for kind in Kind::ALL {
            assert!(kind.code().starts_with("RP0"), "{}", kind.word());
        }
        assert!(RULES.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert_eq!(Rule::find("rp001"), Rule::find("race"));
        assert_eq!(Rule::find("RP999"), None);
    }
}
