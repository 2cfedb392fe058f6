//! A schedule as a reader goes through it, step by step: on a page and on a terminal.

use crate::fold::fold;
use crate::{Finding, Held, Step};

/// A step that is shown: it stands for the same step of every round that is told as one with its own.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// The step, in the first round.
    pub step: &'a Step,
    /// The step in the last round.
    pub last: &'a Step,
    /// What it does.
    pub words: String,
    /// What is to be said after it, at the end of a round of several steps.
    pub again: Option<String>,
    /// Which of the steps that are shown it comes right after, beside the one before it in its thread.
    pub follows: Vec<usize>,
    /// Whether it is the defect: one of the two accesses, or else the last step.
    pub is_defect: bool,
}

impl Shown<'_> {
    /// What the object that it accesses holds afterwards.
    pub fn value(&self) -> Option<&str> {
        self.last.after.as_deref().or(self.last.before.as_deref())
    }
}

/// What is known right after a step that is shown.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The last step of each thread that has made one, by the number of the thread.
    pub threads: Vec<&'a Step>,
    /// What objects hold, in the order in which they were first accessed.
    pub values: Vec<(&'a str, &'a str)>,
}

/// The threads of a schedule; those of the accesses first.
pub fn threads(finding: &Finding) -> Vec<u32> {
    let mut rest: Vec<u32> = finding.schedule.iter().map(|step| step.thread).collect();
    rest.sort_unstable();
    rest.dedup();
    let mut threads: Vec<u32> = Vec::new();
    for thread in finding.accesses.iter().map(|access| access.thread.id).chain(rest) {
        if !threads.contains(&thread) {
            threads.push(thread);
        }
    }
    threads
}

/// The locks, in a few words; nothing if there are none.
pub fn holds(locks: &[Held]) -> String {
    let names: Vec<String> = locks.iter().map(Held::to_string).collect();
    names.join(", ").replace('`', "")
}

/// The steps of a finding that are shown.
pub fn shown(finding: &Finding) -> Vec<Shown<'_>> {
    let schedule = &finding.schedule;
    let folds = fold(schedule);
    // The first step that is shown of each fold, and the fold.
    let mut starts = Vec::new();
    let mut count = 0;
    for fold in &folds {
        starts.push(count);
        count += fold.steps.len();
    }
    // Where a step is told; those of later rounds at the end of the first.
    let place = |wanted: usize| {
        let number = folds
            .partition_point(|fold| fold.steps.start <= wanted)
            .checked_sub(1)?;
        let within = wanted - folds[number].steps.start;
        Some(starts[number] + within.min(folds[number].steps.len() - 1))
    };
    let defect = defect(finding);
    let mut all = Vec::with_capacity(count);
    for fold in &folds {
        for number in fold.steps.clone() {
            let step = &schedule[number];
            let is_end = number + 1 == fold.steps.end;
            all.push(Shown {
                step,
                last: &schedule[number + fold.count() - fold.steps.len()],
                words: fold.tell(step),
                again: fold.again().filter(|_| is_end),
                follows: step.follows.iter().filter_map(|step| place(*step)).collect(),
                is_defect: defect.iter().any(|step| fold.stands_for(number, *step)),
            });
        }
    }
    all
}

/// Which steps are the defect: the two accesses, or else the last one.
fn defect(finding: &Finding) -> Vec<usize> {
    let last = finding.schedule.len().saturating_sub(1);
    let accesses = finding.accesses.iter().filter_map(|access| {
        let is_it = |step: &Step| {
            step.thread == access.thread.id && step.at.line_of_file() == access.at.line_of_file()
        };
        finding.schedule.iter().rposition(is_it)
    });
    let steps: Vec<usize> = accesses.collect();
    if steps.is_empty() { vec![last] } else { steps }
}

/// What is known right after the step at this place.
pub fn moment<'a>(shown: &'a [Shown<'a>], at: usize) -> Moment<'a> {
    let mut moment = Moment {
        threads: Vec::new(),
        values: Vec::new(),
    };
    for row in shown.iter().take(at + 1) {
        let threads = &mut moment.threads;
        match threads.binary_search_by_key(&row.step.thread, |step| step.thread) {
            Ok(known) => threads[known] = row.last,
            Err(place) => threads.insert(place, row.last),
        }
        let object = row.step.object.as_str();
        if let (false, Some(value)) = (object.is_empty(), row.value()) {
            match moment.values.iter_mut().find(|(name, _)| *name == object) {
                Some(known) => known.1 = value,
                None => moment.values.push((object, value)),
            }
        }
    }
    moment
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn step(thread: u32, text: &str, object: &str, after: Option<&str>) -> Step {
        Step {
            thread,
            text: text.to_owned(),
            object: object.to_owned(),
            after: after.map(str::to_owned),
            ..Step::default()
        }
    }

    #[test]
    fn a_moment_is_what_was_left_by_the_last_round() {
        let mut finding = Finding::new(Kind::Race, "data race on `x`");
        let round = |value| step(2, "writes x", "x", Some(value));
        finding.schedule = vec![
            step(0, "begins", "", None),
            round("1"),
            round("2"),
            round("3"),
            step(1, "writes y", "y", Some("7")),
        ];
        finding.schedule[4].follows = vec![3];
        let rows = shown(&finding);
        let words: Vec<&str> = rows.iter().map(|row| row.words.as_str()).collect();
        assert_eq!(words, ["begins", "writes x  × 3", "writes y: → 7"]);
        assert_eq!(rows[2].follows, [1]);
        assert!(rows[2].is_defect && !rows[1].is_defect);
        let before = moment(&rows, 0);
        assert!(before.values.is_empty() && before.threads.len() == 1);
        let after = moment(&rows, 2);
        assert_eq!(after.values, [("x", "3"), ("y", "7")]);
        let threads: Vec<u32> = after.threads.iter().map(|step| step.thread).collect();
        assert_eq!(threads, [0, 1, 2]);
    }
}
