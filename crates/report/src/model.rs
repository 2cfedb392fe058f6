//! A whole result.

use crate::{Coverage, Finding, Kind, Object};

/// The answer to the one question: can the program have a data race?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It can: there is a witness.
    Race,
    /// It cannot, within the stated coverage.
    RaceFree,
    /// Neither was shown.
    Unknown,
}

impl Verdict {
    /// The word for it, the same in every format.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Race => "race",
            Verdict::RaceFree => "race-free",
            Verdict::Unknown => "unknown",
        }
    }
}

/// What an engine, or several, found out about a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The engine that answered.
    pub engine: String,
    /// Defects, races first.
    pub findings: Vec<Finding>,
    /// Shared objects, as far as somebody looked at each.
    pub objects: Vec<Object>,
    /// What the search covered.
    pub coverage: Coverage,
    /// What it cost.
    pub stats: Stats,
    /// How many other pairs of places race in the runs that showed one, which are not among the findings.
    pub unshown: usize,
    /// The computation graph that the first race is about, as a picture for a page.
    pub graph: Option<String>,
}

impl Report {
    /// A race if one was found, race-free if everything in the scope was covered without one.
    pub fn verdict(&self) -> Verdict {
        if self.findings.iter().any(|finding| finding.kind == Kind::Race) {
            Verdict::Race
        } else if self.coverage.complete {
            Verdict::RaceFree
        } else {
            Verdict::Unknown
        }
    }

    /// The races among the findings.
    pub fn races(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.kind == Kind::Race)
    }

    /// The verdict with all that belongs to it: `race (1 of 3 shown)`, `race-free for teams of 2..4, but 1
    /// deadlock`. The word itself comes first.
    pub fn answer(&self) -> (Verdict, String) {
        let verdict = self.verdict();
        let rest = match verdict {
            Verdict::Race => {
                let shown = self.races().count();
                let suppressed = self.races().filter(|race| race.suppressed.is_some()).count();
                let parts = [
                    (self.unshown > 0).then(|| format!("{shown} of {} shown", shown + self.unshown)),
                    (self.unshown == 0 && shown > 1).then(|| format!("{shown} shown")),
                    (suppressed > 0).then(|| format!("{suppressed} suppressed")),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                match parts.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", parts.join(", ")),
                }
            }
            Verdict::RaceFree => {
                let pins = self.coverage.pins();
                let pins = (!pins.is_empty()).then(|| format!(" {}", pins.join(" and ")));
                let teams = self.coverage.teams().map(|teams| format!(" for {teams}"));
                let but = self.defects().map(|defects| format!(", but {defects}"));
                pins.into_iter().chain(teams).chain(but).collect()
            }
            Verdict::Unknown => self
                .defects()
                .map_or_else(String::new, |defects| format!(", with {defects}")),
        };
        (verdict, rest)
    }

    /// The defects that are no races, in words: `2 deadlocks and 1 failed assertion`.
    pub fn defects(&self) -> Option<String> {
        let counts = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Race);
        let mut words: Vec<String> = counts
            .filter_map(|kind| {
                let count = self
                    .findings
                    .iter()
                    .filter(|finding| finding.kind == kind)
                    .count();
                (count > 0).then(|| kind.counted(count))
            })
            .collect();
        let last = words.pop()?;
        Some(match words.is_empty() {
            true => last,
            false => format!("{} and {last}", words.join(", ")),
        })
    }
}

/// What a search cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Stored states.
    pub states: u64,
    /// Executions from the start to an end.
    pub executions: u64,
    /// Instructions interpreted.
    pub steps: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// Memory of the state store divided by the number of states.
    pub bytes_per_state: f64,
    /// The most memory the search held, in bytes.
    pub peak_memory: u64,
    /// Variables of the formula that was solved; 0 if none was.
    pub variables: u64,
    /// Its clauses.
    pub clauses: u64,
    /// Time in the solver.
    pub solver_seconds: f64,
    /// Rounds that it has.
    pub rounds: u64,
    /// How often it follows loops and recursion.
    pub unwind: u64,
}
