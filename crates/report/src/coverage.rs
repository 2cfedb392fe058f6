//! What was covered and what was not, as data.
//!
//! Whoever checks a program collects clauses; results of several checks are [joined](Coverage::join); only
//! here, and for what is [`Open`] beside this, they become words.

use raceproof_machine::World;

use crate::{Location, Open};

/// What the search really covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Whether everything in the scope was covered, so that silence is a proof.
    pub complete: bool,
    /// What was covered, in the order in which it is said.
    pub clauses: Vec<Clause>,
    /// What was not covered.
    pub open: Vec<Open>,
    /// For each construct whose work threads share, how the mappings of work to threads were covered.
    pub mappings: Vec<Mapping>,
    /// What is noteworthy about executions that were looked at, and no defect.
    pub notes: Vec<Note>,
    /// Engines that were asked as well and did not answer.
    pub others: Vec<Other>,
}

/// A part of what was covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// No schedule.
    Nothing,
    /// The check was ended from outside before it had any result.
    NothingToTheEnd,
    /// Every schedule.
    EverySchedule,
    /// Every schedule in which all threads see the same order of all accesses: there are weak atomics.
    EveryConsistentSchedule,
    /// The schedules up to the race.
    UpToRace,
    /// Some schedules.
    SomeSchedules,
    /// Every schedule, input and number of threads, as far as each thread alone tells.
    EachThreadAlone,
    /// Everything: by the program's text there is never more than one thread.
    OneThread,
    /// Nothing comes from outside but what was pinned.
    ClosedWorld,
    /// What is found in these parts of the world may be anything.
    Any(Vec<World>),
    /// There were no arguments for the program, which could take some.
    NoArguments,
    /// The program got the arguments that were given.
    GivenArguments,
    /// There was nothing on the standard input, which the program may read.
    EmptyInput,
    /// The standard input was what was given.
    GivenInput,
    /// There were no environment variables.
    NoVariables,
    /// The environment variables were those that were given.
    GivenVariables,
    /// There were no files to read.
    NoFiles,
    /// The files to read were those that were given.
    GivenFiles,
    /// The time goes on with every look at it.
    Clock,
    /// There were so many processors, and whether that was given.
    Processors(u32, bool),
    /// The ids, limits and terminals were those of one system.
    OneSystem,
    /// Nothing arrived at sockets.
    NoNetwork,
    /// No signal came from elsewhere.
    NoSignals,
    /// Nothing failed for lack of memory or threads.
    NoFailures,
    /// One execution was enough, for all make the same computation graph.
    SameGraph,
    /// One execution was enough, for all make the same accesses.
    SameAccesses,
    /// Each computation graph was looked at once.
    EachGraph,
    /// Waits on condition variables ended only when somebody woke the thread.
    FaithfulWaits,
    /// Accesses to volatile scalars were taken as relaxed atomics.
    VolatileAtomic,
    /// Teams of these sizes.
    Teams(u32, u32),
    /// Teams of any size.
    AnyTeam,
    /// Blocks of memory had the bytes beyond their ends that glibc gives them.
    LargerBlocks,
    /// Of the ways in which `schedule(static)` may divide a loop, those that implementations have.
    KnownDivisions,
    /// Of these ways, the one of gcc and clang.
    FirstDivision,
    /// What is assumed of functions that nobody defines, by their names.
    Extern(Vec<String>, bool),
    /// Operands are evaluated in one of the orders that C allows.
    OneEvaluation,
    /// Objects are where one layout of memory has them.
    OneLayout,
    /// The handle of a thread is stored before the thread starts.
    EarlyHandles,
    /// Signed arithmetic that overflows wraps around.
    Wrapping,
    /// Variables of `main` live on after its return.
    LastingVariables,
    /// Of the orders in which a thread may do its works, the one by their numbers.
    IncreasingWorks,
    /// Nobody but their tasks uses variables of reductions of tasks before the end of their group.
    GroupedReductions,
    /// Nothing is copied between host and device: not all such copies count as accesses.
    NoTransfers,
    /// `cancel` does nothing.
    NoCancellation,
    /// A region inside of a region has one thread.
    FlatRegions,
    /// Variables of threads persist from region to region by the numbers of the threads.
    LastingCopies,
    /// Teams have the sizes that the program asks for.
    FullTeams,
    /// A task of a `taskloop` does iterations that follow each other.
    RowsOfIterations,
    /// What the runtime of OpenMP is asked for is as it is where nobody has set it.
    NoSettings,
    /// All threads of a team meet the same constructs.
    SameConstructs,
    /// Some functions of the library are safe that need not be.
    Glibc,
    /// `long double` is computed as `double`.
    Doubles,
    /// The last digits of mathematical functions are those that were computed.
    Digits,
    /// Threads have the numbers that they have here.
    OneNumbering,
    /// Uses of all pipes are in one order, and so are those of signals and of words that are waited for.
    OrderedPipes,
    /// Destructors of thread-specific data are called in up to four rounds.
    FourRounds,
    /// Other arguments are put behind options: nobody has set `POSIXLY_CORRECT`.
    OptionsFirst,
    /// A lock has room for all who read under it.
    FewReaders,
    /// Local time is that of UTC.
    Utc,
    /// There is no locale but the one that programs start with.
    PlainLocale,
    /// The program is called as it is here.
    OneName,
    /// No loop that threads share has more iterations than this can count.
    ShortLoops,
    /// Signed sums and products that pick elements do not overflow.
    ExactSums,
    /// No counter of 32 bits goes round.
    FewTickets,
    /// No index leaves an array that is a member or a row.
    WholeArrays,
    /// The values of an input: its name and its range.
    Input(String, String),
    /// Threads called functions of a library: these, after those.
    Entry(Vec<String>, Vec<String>),
}

/// How the mappings of the work of a construct to threads were covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The construct's directive.
    pub at: Location,
    /// What it is.
    pub name: String,
    /// How.
    pub how: Mapped,
}

/// How mappings were covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapped {
    /// There is only one.
    Fixed,
    /// Only one was tried.
    OneOnly,
    /// All, because every one has an identity of its own.
    Identities,
    /// All, one after the other.
    Explored,
    /// Some.
    Some,
}

/// What is noteworthy and no defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A read of bytes that were never written.
    UnwrittenRead(Location),
}

/// An engine that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Who.
    pub engine: String,
    /// Its first reason.
    pub why: Open,
    /// How many more it has.
    pub more: usize,
}

impl Coverage {
    /// What was covered, in words: `every schedule, teams of 2..4`.
    pub fn words(&self) -> String {
        let clauses: Vec<String> = self.clauses.iter().map(Clause::words).collect();
        clauses.join(", ")
    }

    /// The teams that were covered, in words, if that is a bound of the answer: `teams of 2..4`.
    pub fn teams(&self) -> Option<String> {
        let bounds = self.clauses.iter().filter(|clause| clause.is_about_teams());
        let words: Vec<String> = bounds.map(Clause::words).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// What the user pinned of the world, and the program may look at, each in words: `with the given
    /// arguments`. What a proof takes for fixed is pinned.
    pub fn pins(&self) -> Vec<String> {
        let is_closed = self.clauses.contains(&Clause::ClosedWorld);
        let is_pinned = |clause: &&Clause| match clause {
            Clause::ClosedWorld | Clause::GivenArguments | Clause::GivenInput => true,
            Clause::FaithfulWaits
            | Clause::NoFailures
            | Clause::VolatileAtomic
            | Clause::GivenVariables
            | Clause::GivenFiles
            | Clause::Processors(_, true) => true,
            Clause::NoArguments | Clause::EmptyInput | Clause::NoVariables => self.complete && !is_closed,
            Clause::NoFiles | Clause::Clock | Clause::Processors(..) => self.complete && !is_closed,
            Clause::OneSystem | Clause::NoNetwork | Clause::NoSignals => self.complete && !is_closed,
            _ => false,
        };
        self.clauses.iter().filter(is_pinned).map(Clause::words).collect()
    }

    /// What was not covered and why, and what would lift it; one sentence each.
    pub fn limits(&self) -> Vec<String> {
        self.open.iter().map(Open::words).collect()
    }

    /// How mappings were covered, a line for each construct.
    pub fn mappings(&self) -> Vec<String> {
        self.mappings.iter().map(Mapping::words).collect()
    }

    /// What is noteworthy, a line each.
    pub fn notes(&self) -> Vec<String> {
        self.notes.iter().map(Note::words).collect()
    }

    /// Who did not answer, a line each.
    pub fn others(&self) -> Vec<String> {
        self.others.iter().map(Other::words).collect()
    }

    /// Which limits of our own cut engines off, a line for each.
    pub fn cuts(&self) -> Vec<String> {
        let others = self.others.iter().map(|other| (&other.engine, &other.why));
        let open = self.open.iter().filter_map(|open| match open {
            Open::By(engine, why) => Some((engine, why.as_ref())),
            _ => None,
        });
        let cuts = others
            .chain(open)
            .filter_map(|(engine, why)| Some((engine, why.cut()?)));
        cuts.map(|(engine, limit)| format!("{engine} by -Z {limit}"))
            .collect()
    }

    /// What two checks covered together: all that both did, and what one of them left open is open.
    #[must_use]
    pub fn join(self, later: Coverage) -> Coverage {
        Coverage {
            complete: self.complete && later.complete,
            clauses: match self.complete {
                true => later.clauses,
                false => self.clauses,
            },
            open: union(self.open, later.open),
            mappings: union(self.mappings, later.mappings),
            notes: union(self.notes, later.notes),
            others: union(self.others, later.others),
        }
    }

    /// Adds something that was not covered, unless it is said already.
    pub fn leave_open(&mut self, open: Open) {
        if !self.open.iter().any(|known| known.words() == open.words()) {
            self.open.push(open);
        }
    }
}

fn union<T: PartialEq>(mut all: Vec<T>, more: Vec<T>) -> Vec<T> {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// What is assumed of the threads that call functions of a library.
fn entry_words(functions: &[String], initial: &[String]) -> String {
    let calls = format!(
        "calls of {} in any order, with any numbers, on one object of each type that all threads share or on their own",
        functions.join(", ")
    );
    match initial {
        [] => format!("{calls}, objects zeroed at first"),
        _ => format!("{calls}, after {}", initial.join(", ")),
    }
}

impl Clause {
    /// Whether it says for which teams an answer holds, and how they divide their loops.
    fn is_about_teams(&self) -> bool {
        matches!(
            self,
            Clause::Teams(..)
                | Clause::AnyTeam
                | Clause::KnownDivisions
                | Clause::FirstDivision
                | Clause::IncreasingWorks
                | Clause::GroupedReductions
                | Clause::NoTransfers
        )
    }

    fn words(&self) -> String {
        let words = match self {
            Clause::Nothing => "nothing",
            Clause::NothingToTheEnd => "nothing to the end",
            Clause::EverySchedule => "every schedule",
            Clause::EveryConsistentSchedule => "every sequentially consistent schedule",
            Clause::UpToRace => "the schedules up to the race",
            Clause::SomeSchedules => "some schedules",
            Clause::EachThreadAlone => {
                "every schedule, any input and any number of threads, provided that no access leaves its object or \
                 comes after its end and no thread gives up a lock of another"
            }
            Clause::OneThread => "any input: no second thread can be started",
            Clause::ClosedWorld => "in the closed world",
            Clause::Any(parts) => return list(parts.iter().map(|part| any(*part))),
            Clause::NoArguments => "without arguments",
            Clause::GivenArguments => "with the given arguments",
            Clause::EmptyInput => "with an empty standard input",
            Clause::GivenInput => "with the given standard input",
            Clause::NoVariables => "without environment variables",
            Clause::GivenVariables => "with the given environment variables",
            Clause::NoFiles => "without files to read",
            Clause::GivenFiles => "with the given files",
            Clause::Clock => "with a clock that goes on with every look",
            Clause::Processors(1, _) => "with 1 processor",
            Clause::Processors(count, _) => return format!("with {count} processors"),
            Clause::OneSystem => "with the ids, limits and terminals of one system",
            Clause::NoNetwork => "where nothing arrives at sockets",
            Clause::NoSignals => "without signals from elsewhere",
            Clause::NoFailures => "where memory and threads do not run out",
            Clause::SameGraph => "proved by one execution: all make the same computation graph",
            Clause::SameAccesses => "proved by one execution: all make the same accesses",
            Clause::EachGraph => "each computation graph once",
            Clause::LargerBlocks => "with blocks of memory as large as glibc makes them",
            Clause::FaithfulWaits => "without spurious wake-ups",
            Clause::VolatileAtomic => "with volatile accesses as relaxed atomics",
            Clause::AnyTeam => "teams of any size",
            Clause::KnownDivisions => "static loops divided evenly or in equal chunks",
            Clause::OneEvaluation => "with operands evaluated as gcc does",
            Clause::OneLayout => "with objects where one layout of memory has them",
            Clause::EarlyHandles => "provided that `pthread_create` stores handles before threads start",
            Clause::Wrapping => "provided that signed overflow wraps around",
            Clause::LastingVariables => "provided that variables of `main` live on after its return",
            Clause::IncreasingWorks => "each thread does its works in increasing order",
            Clause::GroupedReductions => {
                "task reductions whose variables nobody else uses before their group ends"
            }
            Clause::NoTransfers => "devices that share the memory of the host",
            Clause::NoCancellation => "with cancellation off",
            Clause::FlatRegions => "with one thread in regions inside of regions",
            Clause::LastingCopies => {
                "with variables of threads that persist by the number of the thread, and data of keys that do not"
            }
            Clause::FullTeams => "with teams as large as the program asks for",
            Clause::RowsOfIterations => "with tasks of `taskloop` that do iterations in a row",
            Clause::NoSettings => "without `OMP_` variables and devices",
            Clause::SameConstructs => "provided that all threads of a team meet the same constructs",
            Clause::Glibc => "with functions that are safe in glibc",
            Clause::Doubles => "with `long double` as `double`",
            Clause::Digits => "with the last digits that mathematical functions have here",
            Clause::OneNumbering => "with the ids that threads have here",
            Clause::OrderedPipes => "with uses of pipes in one order, and of signals and futexes",
            Clause::FourRounds => "with destructors of thread-specific data in four rounds, as in glibc",
            Clause::OptionsFirst => "with `POSIXLY_CORRECT` not set",
            Clause::FewReaders => "provided that `pthread_rwlock_rdlock` does not fail for too many readers",
            Clause::Utc => "with UTC as local time",
            Clause::PlainLocale => "with no locale but `C`",
            Clause::OneName => "with `program` as the name of the program",
            Clause::ShortLoops => "loops of fewer than 2^63 iterations",
            Clause::ExactSums => "provided that signed sums do not overflow",
            Clause::FewTickets => "provided that fewer than 2^31 threads take a number and do not use it",
            Clause::WholeArrays => {
                "provided that no index leaves the array that it picks from, where that is a member or a row"
            }
            Clause::FirstDivision => "static loops divided as gcc and clang do",
            Clause::Teams(first, last) if first == last => return format!("teams of {first}"),
            Clause::Teams(first, last) => return format!("teams of {first}..{last}"),
            Clause::Extern(names, accesses) => {
                let shown = names.iter().take(3).map(|name| format!("`{name}`"));
                let shown: Vec<String> = shown.collect();
                let more = match names.len().saturating_sub(3) {
                    0 => String::new(),
                    n => format!(" and {n} more"),
                };
                let what = match accesses {
                    true => "access only what their arguments point to",
                    false => "access no memory",
                };
                return format!(
                    "assuming that functions which no file defines ({}{more}) {what}, keep and call back nothing",
                    shown.join(", ")
                );
            }
            Clause::Input(name, values) => return format!("{name} = {values}"),
            Clause::Entry(functions, initial) => return entry_words(functions, initial),
        };
        words.to_owned()
    }
}

/// Words in a row: `a, b and c`.
pub(crate) fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A part of the world that may be anything.
fn any(part: World) -> &'static str {
    match part {
        World::Arguments => "any arguments after the name of the program",
        World::Input => "any standard input",
        World::Variables => "any environment variables",
        World::Files => "any files",
        World::Clock => "any time",
        World::Processors => "any number of processors",
        World::System => "any ids, limits and terminals",
        World::Network => "any messages from sockets",
        World::Signals => "any signals",
        World::Output => "output that may fail",
        World::Resources => "memory and threads that may run out",
        World::Random => "any random numbers",
    }
}

/// A place at the beginning of a sentence, if it is known.
pub(crate) fn at(place: &Location) -> String {
    match place.is_known() {
        true => format!("{place}: "),
        false => String::new(),
    }
}

impl Mapping {
    fn words(&self) -> String {
        let how = match self.how {
            Mapped::Fixed => "fixed by the program",
            Mapped::OneOnly => "one only",
            Mapped::Identities => "all, because every one has an identity of its own",
            Mapped::Explored => "all, explored",
            Mapped::Some => "some, explored",
        };
        format!("{}: {}: {how}", self.at.line_of_file(), self.name)
    }
}

impl Note {
    fn words(&self) -> String {
        match self {
            Note::UnwrittenRead(place) => format!("{}read of bytes that were never written", at(place)),
        }
    }
}

impl Other {
    fn words(&self) -> String {
        let more = match self.more {
            0 => String::new(),
            n => format!(" (and {n} more)"),
        };
        format!("{}{more}", self.why.words_of(&self.engine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Resource;

    fn at(line: u32) -> Location {
        Location {
            file: "a.c".to_owned(),
            line,
            column: 1,
            length: 1,
        }
    }

    #[test]
    fn clauses_are_said_in_their_order() {
        let coverage = Coverage {
            clauses: vec![
                Clause::EverySchedule,
                Clause::NoArguments,
                Clause::Teams(2, 4),
                Clause::Input("N".to_owned(), "1..3".to_owned()),
            ],
            ..Coverage::default()
        };
        assert_eq!(
            coverage.words(),
            "every schedule, without arguments, teams of 2..4, N = 1..3"
        );
    }

    #[test]
    fn what_one_check_leaves_open_is_open() {
        let whole = Coverage {
            complete: true,
            clauses: vec![Clause::EverySchedule],
            ..Coverage::default()
        };
        let part = Coverage {
            clauses: vec![Clause::SomeSchedules],
            open: vec![Open::Sampled(at(3)), Open::Exhausted(Resource::Time)],
            ..Coverage::default()
        };
        for joined in [whole.clone().join(part.clone()), part.clone().join(whole)] {
            assert_eq!(joined, part);
        }
        assert_eq!(part.clone().join(part.clone()), part);
        assert_eq!(
            part.limits(),
            [
                "a.c:3:1: only some of many input values were tried (fix the value, or see --input for macros, globals and \
                 arguments)",
                "the time limit was reached (raise --time-limit)"
            ]
        );
    }
}
