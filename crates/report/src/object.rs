//! A shared object of the program, and what is known of it.

use std::fmt;

use crate::Location;

/// What is known of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// No two accesses race.
    Proved,
    /// Two accesses could not be shown to be apart.
    Open,
    /// A finding has two accesses that race.
    Race,
}

impl Standing {
    /// The word for it, the same in every format.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Open => "open",
            Standing::Race => "race",
        }
    }
}

/// One reason why accesses to an object do not race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Protection {
    /// The form of the reason, one word of the JSON form.
    pub form: &'static str,
    /// By what: the lock, the owner, what orders. Empty where the form says it all.
    pub by: String,
    /// Where the lock or flag is in its object: first byte and number of bytes.
    pub bytes: Option<(i64, u64)>,
    /// Whether some hold the lock with others.
    pub shared: bool,
}

impl Protection {
    /// A search that went through all schedules met no race.
    pub fn searched() -> Protection {
        Protection {
            form: "searched",
            by: String::new(),
            bytes: None,
            shared: false,
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = &self.by;
        match self.form {
            "guarded" if self.shared => write!(f, "lock {by} (readers share it)"),
            "guarded" => write!(f, "lock {by}"),
            "owned" => write!(f, "owned by {by}"),
            "ordered" => write!(f, "{by}"),
            "only-read" => f.write_str("only read"),
            "one-thread" => f.write_str("one thread"),
            "unshared" => f.write_str("private at first"),
            "searched" => f.write_str("every schedule was searched"),
            form => f.write_str(form),
        }
    }
}

/// Threads that access an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessor {
    /// What they run.
    pub function: String,
    /// Whether there may be several.
    pub many: bool,
    /// Whether they read it, and whether they write it.
    pub reads: bool,
    /// Whether they write it.
    pub writes: bool,
}

impl fmt::Display for Accessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = if self.many { " (several)" } else { "" };
        let what = match (self.reads, self.writes) {
            (true, true) => "reads and writes",
            (_, true) => "writes",
            _ => "reads",
        };
        write!(f, "{}{many} {what}", self.function)
    }
}

/// One of two accesses that nothing was found for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAccess {
    /// Where it is.
    pub at: Location,
    /// What its thread runs.
    pub function: String,
    /// Whether there may be several such threads.
    pub many: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// The locks that are held there.
    pub locks: Vec<String>,
    /// Where the calls are that lead there, the first one first.
    pub stack: Vec<Location>,
    /// What is not known there, if it is code or an address that cannot be followed.
    pub unknown: Option<String>,
}

impl fmt::Display for OpenAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = match self.at.is_known() {
            true => self.at.line_of_file(),
            false => "the library".to_owned(),
        };
        let verb = if self.writes { "writes" } else { "reads" };
        write!(f, "{at} ({} {verb})", self.function)
    }
}

/// Two accesses that nothing was found for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPair {
    /// The accesses.
    pub accesses: [OpenAccess; 2],
    /// Why they could not be told apart, in words.
    pub why: String,
    /// Its number among all pairs that are open, also those that are not shown.
    pub number: usize,
    /// What runs have shown that aimed at it.
    pub tried: Option<Tried>,
}

/// What runs have shown of two accesses that they aimed at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// How many runs there were.
    pub runs: u32,
    /// In how many of them each place was come to.
    pub reached: [u32; 2],
    /// In how many of them both were.
    pub both: u32,
    /// What kept threads from a place that no run came to, in words.
    pub blocked: [Option<String>; 2],
}

impl Tried {
    /// Adds what runs in another world have shown.
    pub fn add(&mut self, other: &Tried) {
        self.runs += other.runs;
        self.both += other.both;
        for side in 0..2 {
            self.reached[side] += other.reached[side];
            if self.reached[side] > 0 {
                self.blocked[side] = None;
            }
        }
    }
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = |count: u32| match count {
            1 => "1 run".to_owned(),
            count => format!("{count} runs"),
        };
        let which = match self.reached {
            [0, 0] => "neither",
            [0, _] => "the first",
            [_, 0] => "the second",
            _ if self.both > 0 => {
                return write!(f, "both reached in {}, never at the same time", runs(self.both));
            }
            _ => return write!(f, "never both reached in one of {}", runs(self.runs)),
        };
        match self.reached {
            [0, 0] => write!(f, "{which} reached in {}", runs(self.runs))?,
            _ => write!(f, "{which} never reached in {}", runs(self.runs))?,
        }
        let blocked = self.blocked.iter().flatten().next();
        blocked.map_or(Ok(()), |why| write!(f, ": {why}"))
    }
}

impl OpenPair {
    /// How much it matters: the less the more.
    pub fn rank(&self) -> u32 {
        let count = |is: fn(&OpenAccess) -> bool| self.accesses.iter().filter(|a| is(a)).count() as u32;
        let locks = count(|access| !access.locks.is_empty());
        let unreached = self.tried.as_ref().is_some_and(|tried| tried.both == 0);
        18 * count(|a| a.unknown.is_some())
            + 6 * count(|a| a.atomic || !a.at.is_known())
            + 3 * u32::from(unreached)
            + locks
    }
}

impl fmt::Display for OpenPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.accesses;
        write!(f, "{first} and {second}: {}", self.why)?;
        match &self.tried {
            Some(tried) => write!(f, "; {tried}"),
            None => Ok(()),
        }
    }
}

/// The open pairs that matter most, with the names of their objects.
pub fn most_relevant(objects: &[Object], count: usize) -> Vec<(&str, &OpenPair)> {
    let open = objects.iter().filter(|object| object.standing == Standing::Open);
    let mut pairs: Vec<(&str, &OpenPair)> = open
        .filter_map(|object| {
            let best = object.open.iter().min_by_key(|pair| pair.rank())?;
            Some((object.name.as_str(), best))
        })
        .collect();
    pairs.sort_by_key(|(_, pair)| pair.rank());
    pairs.truncate(count);
    pairs
}

/// Adds what runs have shown of open pairs, by their numbers.
pub fn hear_tries(objects: &mut [Object], tried: &[Tried]) {
    for pair in objects.iter_mut().flat_map(|object| &mut object.open) {
        if let Some(new) = tried.get(pair.number) {
            match &mut pair.tried {
                Some(known) => known.add(new),
                None => pair.tried = Some(new.clone()),
            }
        }
    }
}

/// Bytes that two threads may access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// As the user knows them: `queue.head`.
    pub name: String,
    /// Where the object is declared or allocated.
    pub at: Location,
    /// What is known.
    pub standing: Standing,
    /// Why no two accesses race, as far as that is known: of any two one of these holds.
    pub protected_by: Vec<Protection>,
    /// How that was checked: `inductive`, for every step of the program, or on `runs`; nothing if no argument
    /// was.
    pub checked: Option<&'static str>,
    /// Who accesses them.
    pub accessed_by: Vec<Accessor>,
    /// Pairs of accesses that nothing was found for.
    pub open: Vec<OpenPair>,
}

/// How many objects there are of each standing: `12 shared objects: 11 proved, 1 open`. Nothing if there are
/// none.
pub fn summary(objects: &[Object]) -> Option<String> {
    let counts = [Standing::Proved, Standing::Race, Standing::Open].map(|standing| {
        let count = objects
            .iter()
            .filter(|object| object.standing == standing)
            .count();
        (count, standing.word())
    });
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    let objects = match objects.len() {
        0 => return None,
        1 => "1 shared object".to_owned(),
        count => format!("{count} shared objects"),
    };
    Some(format!("{objects}: {}", counts.join(", ")))
}

/// What is known of the same objects in two checks: the worse counts.
pub fn join(before: Vec<Object>, after: Vec<Object>) -> Vec<Object> {
    let mut all = before;
    for object in after {
        let same = |known: &&mut Object| (&known.name, &known.at) == (&object.name, &object.at);
        match all.iter_mut().find(same) {
            Some(known) if known.standing < object.standing => *known = object,
            Some(_) => {}
            None => all.push(object),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, standing: Standing) -> Object {
        Object {
            name: name.to_owned(),
            at: Location::default(),
            standing,
            protected_by: Vec::new(),
            checked: None,
            accessed_by: Vec::new(),
            open: Vec::new(),
        }
    }

    #[test]
    fn objects_are_counted_by_standing() {
        let all = [
            object("a", Standing::Proved),
            object("b", Standing::Open),
            object("c", Standing::Proved),
        ];
        assert_eq!(
            summary(&all).as_deref(),
            Some("3 shared objects: 2 proved, 1 open")
        );
        assert_eq!(summary(&all[..1]).as_deref(), Some("1 shared object: 1 proved"));
        assert_eq!(summary(&[]), None);
    }

    #[test]
    fn the_worse_of_two_checks_counts() {
        let before = vec![object("a", Standing::Proved), object("b", Standing::Open)];
        let after = vec![object("a", Standing::Open), object("b", Standing::Proved)];
        let all = join(before, after);
        assert!(all.iter().all(|object| object.standing == Standing::Open) && all.len() == 2);
    }
}
