//! Schedules with their repeats told once.
//!
//! A loop makes the same steps again and again, and what differs between two rounds is what a reader looks
//! for. Steps repeat if the same thread does the same thing at the same place, whatever the values.

use std::ops::Range;

use crate::Step;

/// Steps in a row that stand once for all their rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    /// Those of the first round, by their places in the schedule.
    pub steps: Range<usize>,
    /// How many rounds there are.
    pub rounds: usize,
}

impl Fold {
    /// What a step of the first round does.
    pub fn tell(&self, step: &Step) -> String {
        match self.steps.len() == 1 && self.rounds > 1 {
            true => format!("{}  × {}", step.text, self.rounds),
            false => step.words(),
        }
    }

    /// What is to be said after a round of several steps.
    pub fn again(&self) -> Option<String> {
        let (length, more) = (self.steps.len(), self.rounds - 1);
        let times = if more == 1 { "time" } else { "times" };
        (length > 1 && more > 0).then(|| format!("… these {length} steps {more} more {times}"))
    }

    /// How many steps of the schedule it stands for.
    pub fn count(&self) -> usize {
        self.steps.len() * self.rounds
    }

    /// Whether a step of the first round stands for this one.
    pub fn stands_for(&self, step: usize, other: usize) -> bool {
        let all = self.steps.start..self.steps.start + self.count();
        all.contains(&other) && (other - self.steps.start) % self.steps.len() == step - self.steps.start
    }
}

/// The most steps of a round. Longer ones are hardly recognised by a reader either.
const LONGEST_ROUND: usize = 12;

/// So many rounds are told as one.
const FEWEST_ROUNDS: usize = 3;

/// Divides a schedule into steps that stand alone and rounds.
pub(crate) fn fold(schedule: &[Step]) -> Vec<Fold> {
    let mut folds: Vec<Fold> = Vec::new();
    let mut at = 0;
    while at < schedule.len() {
        let rest = &schedule[at..];
        let lengths = 1..=LONGEST_ROUND.min(rest.len() / FEWEST_ROUNDS);
        let repeats = lengths
            .map(|length| (length, rounds(rest, length)))
            .filter(|(_, rounds)| *rounds >= FEWEST_ROUNDS);
        // What hides most; of equals, the shortest round.
        let best = repeats.max_by_key(|(length, rounds)| (length * (rounds - 1), std::cmp::Reverse(*length)));
        let (length, rounds) = best.unwrap_or((1, 1));
        folds.push(Fold {
            steps: at..at + length,
            rounds,
        });
        at += length * rounds;
    }
    folds
}

/// How often the first so many steps come in a row.
fn rounds(steps: &[Step], length: usize) -> usize {
    let mut chunks = steps.chunks_exact(length);
    let first = chunks.next();
    let is_like = |chunk: &&[Step]| {
        let mut pairs = first.unwrap_or_default().iter().zip(chunk.iter());
        pairs.all(|(a, b)| a.is_like(b))
    };
    1 + chunks.take_while(is_like).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Location;

    fn folded(text: &str) -> Vec<(&str, usize)> {
        let step = |c: char| Step {
            thread: 1,
            at: Location::default(),
            text: c.to_string(),
            ..Step::default()
        };
        let steps: Vec<Step> = text.chars().map(step).collect();
        let folds = fold(&steps).into_iter();
        folds.map(|fold| (&text[fold.steps], fold.rounds)).collect()
    }

    #[test]
    fn repeats_are_told_once() {
        assert_eq!(folded("abbbbc"), [("a", 1), ("b", 4), ("c", 1)]);
        assert_eq!(
            folded("xabcabcabcaby"),
            [("x", 1), ("abc", 3), ("a", 1), ("b", 1), ("y", 1)]
        );
        assert_eq!(folded("aabb"), [("a", 1), ("a", 1), ("b", 1), ("b", 1)]);
        assert_eq!(folded("aaaaaa"), [("a", 6)]);
        assert_eq!(folded(""), []);
    }

    #[test]
    fn other_threads_do_not_repeat() {
        let step = |thread| Step {
            thread,
            at: Location::default(),
            text: "a".to_owned(),
            ..Step::default()
        };
        let steps: Vec<Step> = (0..6).map(step).collect();
        assert!(fold(&steps).iter().all(|fold| fold.rounds == 1));
    }
}
