//! The engine: bounds grow, and each is asked for races until nothing is cut off.
//!
//! Unrollings have their turns: in each a question may take some conflicts, more in the next turn, in which
//! there is also one unrolling more. So a race that needs two rounds of a loop does not wait for the proof
//! that one round has none. A question that takes too many is left to the next round of contexts, which has
//! all executions of fewer. What is proved is proved by a level whose questions all have answers.
//!
//! Rounds are added to one formula, so what the solver has learned of fewer rounds is kept. A larger
//! unrolling begins a new formula: the bounded program is in static single assignment with paths merged
//! behind each loop, so that one more round of a loop changes the words of all that comes after it, and no
//! clause about these would stay true. Keeping them would need a switch literal at each end of a loop. It
//! could save at most what the smaller unrollings cost, which is little, because formulas grow with the
//! unrolling: `docs/symbolic.md` has the figures.
//!
//! SOUNDNESS: no-solution

use crate::limits;
use std::collections::BTreeSet;

use raceproof_engine::{
    Amount, Budget, Engine, EngineName, Exhausted, Finding, Limit, Outcome, Question, SiteFacts,
};
use raceproof_flow::Facts;
use raceproof_machine::{Gap, Machine, Site, ThreadId, replay};
use rustc_hash::FxHashMap;

use crate::bounded::{Bounded, Place, Reason};
use crate::decode;
use crate::execute::{Abort, Constant, Loops, Unsteady, execute};
use crate::formula::{Formula, Model, Size};
use crate::sequentialize::{Pair, Sequence};
use crate::term::{Shape, Term};
use crate::world::is_any_free;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Rounds; as many as are needed if none.
    pub rounds: Option<u32>,
    /// How often loops and recursion are unrolled; more and more if none.
    pub unwind: Option<u32>,
    /// Whether to go on after the first race.
    pub all: bool,
}

/// Formulas as an engine.
pub struct Symbolic;

impl Engine for Symbolic {
    fn name(&self) -> EngineName {
        EngineName::Symbolic
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let options = Options {
            rounds: question.scope.rounds,
            unwind: question.scope.unwind,
            all: question.scope.all,
        };
        check(question.machine, options, question.budget).outcome
    }
}

/// An answer, and what it took.
#[derive(Debug, Default)]
pub struct Answer {
    /// Findings and limits.
    pub outcome: Outcome,
    /// The largest formula.
    pub size: Size,
    /// The rounds of the last formula.
    pub rounds: u32,
    /// How often loops were unrolled in it.
    pub unwind: u32,
    /// Visible statements in it.
    pub statements: u32,
}

/// Checks a program.
pub fn check(machine: &Machine<'_>, options: Options, budget: &Budget) -> Answer {
    let mut answer = Answer::default();
    let sites = sites(machine);
    let mut escaped = BTreeSet::new();
    let mut unsteady = Unsteady::default();
    let given = options.unwind.map(|u| [u]);
    let doubled = (0..u32::BITS).map(|n| 1u32 << n);
    let tried: Vec<u32> = doubled.take_while(|u| *u <= limits::UNWIND.count()).collect();
    let levels: &[u32] = given.as_ref().map_or(&tried, |u| u);
    // Of unrollings that something is cut off of, and have no race.
    let mut closed = 0;
    let mut is_first = options.unwind.is_none();
    for turn in 0usize.. {
        let most = levels.len().min(closed + turn + 2);
        let patience = (levels.len() > 1).then(|| patience(turn)).flatten();
        let mut turns: Vec<(usize, Loops)> = Vec::new();
        // Many races need few rounds of loops that have many, and few of the threads that a loop creates.
        if std::mem::take(&mut is_first) {
            let constant = Constant::CutBesideOthers;
            let unwind = limits::FIRST_UNWIND.count();
            turns.push((0, Loops { unwind, constant }));
        }
        let constant = match options.unwind {
            Some(_) => Constant::Cut,
            None => Constant::Followed,
        };
        let given = levels.iter().enumerate().take(most).skip(closed);
        turns.extend(given.map(|(i, &unwind)| (i + 1, Loops { unwind, constant })));
        for (number, loops) in turns {
            let mut formula = Formula::new(budget);
            formula.terms.shape = Shape::new(machine.code().program().model);
            let bounded = match execute(
                machine.code().program(),
                machine.config(),
                &mut formula.terms,
                loops,
                (&mut escaped, &mut unsteady),
                budget,
            ) {
                Ok(bounded) => bounded,
                Err(Abort::Exhausted(why)) => {
                    answer.outcome.limit(Limit::Exhausted(why));
                    return answer;
                }
                Err(Abort::Escape) => unreachable!("it is executed again"),
                Err(Abort::TooLarge(what)) => {
                    answer.outcome.limit(Limit::TooLarge(what));
                    return answer;
                }
            };
            answer.unwind = loops.unwind;
            answer.statements = bounded.threads.iter().map(|t| t.statements.len() as u32).sum();
            formula.patience = patience;
            let told = (answer.outcome.findings.len(), answer.outcome.limits.len());
            let level = Level {
                machine,
                options,
                budget,
                sites: &sites,
                answer: &mut answer,
                last: number == levels.len(),
                is_free: is_any_free(machine.config()),
            };
            match level.check(&mut formula, &bounded) {
                Next::Done => return answer,
                // Those before were not decided, but this one has all of their executions.
                Next::Grow => closed = closed.max(number),
                Next::Later => {
                    // It is told when it is decided.
                    answer.outcome.findings.truncate(told.0);
                    answer.outcome.limits.truncate(told.1);
                }
            }
        }
    }
    answer
}

/// How many conflicts a question may take in a turn; none if as many as it needs.
fn patience(turn: usize) -> Option<i32> {
    let more = limits::PATIENCE_GROWTH.get().checked_pow(turn as u32)?;
    let conflicts = limits::PATIENCE.get().checked_mul(more)?;
    i32::try_from(conflicts).ok()
}

/// The operation of each instruction.
fn sites(machine: &Machine<'_>) -> FxHashMap<Place, Site> {
    let mut sites = FxHashMap::default();
    let mut site = 0;
    let mut misses = 0;
    while misses < 64 {
        match machine.code().locate(Site(site)) {
            Some(location) => {
                misses = 0;
                let place = Place {
                    function: location.function,
                    block: location.block,
                    index: location.index,
                };
                // The access of an instruction is its last operation.
                sites.insert(place, Site(site));
            }
            None => misses += 1,
        }
        site += 1;
    }
    sites
}

/// The bytes of texts that are easy to read, in the order in which they are tried.
const TIDY: [(u8, u8); 5] = [
    (b'0', b'9'),
    (b'\n', b'\n'),
    (b'a', b'z'),
    (b'A', b'Z'),
    (b'-', b'-'),
];

enum Next {
    Done,
    /// A larger unrolling may tell more.
    Grow,
    /// Its share of conflicts is used up: others have their turn.
    Later,
}

struct Level<'l, 'p> {
    machine: &'l Machine<'p>,
    options: Options,
    budget: &'l Budget,
    sites: &'l FxHashMap<Place, Site>,
    answer: &'l mut Answer,
    last: bool,
    /// Whether parts of the world are free, so that there is no proof.
    is_free: bool,
}

impl Level<'_, '_> {
    fn site(&self, place: Place) -> Site {
        self.sites.get(&place).copied().unwrap_or(Site::START)
    }

    /// A question has no answer: the budget is used up, or the share of this unrolling.
    fn exhausted(&mut self, formula: &Formula<'_>) -> Next {
        match self.budget.check(0).err() {
            None if formula.patience.is_some() => Next::Later,
            why => {
                let why = why.unwrap_or(Exhausted::Interrupted);
                self.answer.outcome.limit(Limit::Exhausted(why));
                Next::Done
            }
        }
    }

    fn check(mut self, formula: &mut Formula<'_>, bounded: &Bounded) -> Next {
        let mut sequence = Sequence::new(formula, bounded);
        let next = self.rounds(&mut sequence, bounded);
        let size = sequence.formula.size();
        let total = self.answer.size.seconds + size.seconds;
        self.answer.size = size;
        self.answer.size.seconds = total;
        let stats = &mut self.answer.outcome.stats;
        stats.variables = size.variables;
        stats.clauses = size.clauses;
        stats.solver_time = (total * 1e6) as u64;
        stats.rounds = u64::from(self.answer.rounds);
        stats.unwind = u64::from(self.answer.unwind);
        next
    }

    fn rounds(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Next {
        let most = self
            .options
            .rounds
            .unwrap_or(limits::FORMULA_ROUNDS.count())
            .max(1);
        let mut complete = false;
        let mut known: BTreeSet<(Place, Place)> = BTreeSet::new();
        let mut skipped = 0;
        'rounds: for round in 1..=most {
            sequence.add_round();
            if sequence.formula.is_over() {
                return self.exhausted(sequence.formula);
            }
            self.answer.rounds = round;
            let unwind = self.answer.unwind;
            self.budget
                .enter(format!("round {round}, loops followed up to {unwind} times"));
            self.budget.report(Amount {
                clauses: sequence.formula.size().clauses,
                ..Amount::default()
            });
            // Accesses that are both about to be made, then those of which one has been.
            let mut pairs = sequence.races();
            pairs.extend(sequence.distant_races());
            loop {
                let open: Vec<&Pair> = pairs
                    .iter()
                    .filter(|p| !known.contains(&places(bounded, p)))
                    .collect();
                let any: Vec<Term> = open.iter().map(|p| p.2).collect();
                let race = sequence.formula.terms.any(any);
                match sequence.formula.solve(&[race]) {
                    // With a round more all executions are asked about again, and others.
                    None if self.may_skip(sequence.formula, &mut skipped) => continue 'rounds,
                    None => return self.exhausted(sequence.formula),
                    Some(false) => break,
                    Some(true) => {}
                }
                self.tidy(sequence, race);
                let mut model = Model::default();
                let hit = open.iter().find(|p| sequence.formula.holds(&mut model, p.2));
                let Some(&&(a, b, _)) = hit else {
                    break;
                };
                let pair = places(bounded, &(a, b, race));
                known.insert(pair);
                let wanted = (self.site(pair.0), self.site(pair.1));
                let world = self
                    .is_free
                    .then(|| decode::world(self.machine.config(), sequence, a, b));
                let chosen = world.map(|config| Machine::new(self.machine.code().program(), config));
                let machine = chosen.as_ref().unwrap_or(self.machine);
                let schedule = decode::race(machine, sequence, a, b);
                match replay(machine, &schedule, Some(wanted)) {
                    Some(witness) => {
                        if chosen.is_some() {
                            self.answer.outcome.config = Some(Box::new(machine.config().clone()));
                        }
                        self.answer
                            .outcome
                            .findings
                            .push(Finding::Race(Box::new(witness)));
                        if !self.options.all || self.is_free {
                            return Next::Done;
                        }
                    }
                    // Not every world can be written down, see `world`.
                    None if self.is_free => {}
                    None => {
                        let why = self.gap_met(sequence, bounded);
                        let why = why.unwrap_or(Limit::Unconfirmed(wanted.0, wanted.1));
                        self.answer.outcome.limit(why);
                    }
                }
            }
            let last = sequence.uses_last_round();
            match sequence.formula.solve(&[last]) {
                None if self.may_skip(sequence.formula, &mut skipped) => {}
                None => return self.exhausted(sequence.formula),
                Some(false) => {
                    complete = true;
                    break;
                }
                Some(true) => {}
            }
        }
        self.conclude(sequence, bounded, complete)
    }

    /// Whether what a round leaves open is left to the next one, as a few times in a turn.
    fn may_skip(&self, formula: &Formula<'_>, skipped: &mut u64) -> bool {
        *skipped += 1;
        formula.patience.is_some() && self.budget.check(0).is_ok() && *skipped <= limits::ROUNDS_SKIPPED.get()
    }

    /// Looks for a solution in a world that is easy to read, where parts of it are free: with texts of
    /// digits, or of letters and digits. Otherwise the solution stays what it was.
    fn tidy(&self, sequence: &mut Sequence<'_, '_>, race: Term) {
        if !self.is_free {
            return;
        }
        let mut solution = sequence.formula.solution();
        let mut assumed = vec![race];
        let free = &sequence.bounded.free;
        let (mut counts, classes) = (Vec::new(), [&TIDY[..2], &TIDY[..4], &TIDY]);
        if let Some((count, texts)) = &free.arguments {
            for most in 1..=texts.len() as u128 {
                let most = sequence.formula.terms.number(most, 32);
                counts.push(sequence.formula.terms.less_equal(*count, most));
            }
        }
        let terms = &mut sequence.formula.terms;
        let simple = classes.map(|classes| free.within(terms, classes));
        for wishes in [&counts[..], &simple] {
            for &wish in wishes {
                assumed.push(wish);
                if sequence.formula.try_to_solve(&assumed) == Some(true) {
                    solution = sequence.formula.solution();
                    break;
                }
                assumed.pop();
            }
        }
        sequence.formula.go_back_to(solution);
    }

    /// No more races within the bounds: what do the bounds leave out?
    fn conclude(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded, complete: bool) -> Next {
        let cuts = sequence.stops(|reason| *reason == Reason::Cut);
        let any = sequence
            .formula
            .terms
            .any(cuts.into_iter().map(|(_, c)| c).collect::<Vec<_>>());
        let cut = match sequence.formula.solve(&[any]) {
            None => return self.exhausted(sequence.formula),
            Some(cut) => cut,
        };
        if cut && !self.last && !self.answer.outcome.has_race() {
            return Next::Grow;
        }
        if cut {
            let what = format!(
                "loops and recursion were followed {} times only (raise --unwind)",
                self.answer.unwind
            );
            self.answer.outcome.limit(Limit::TooLarge(what));
        }
        if self.is_free {
            let parts = self.machine.config().open.clone();
            self.answer.outcome.limit(Limit::World(parts));
            return Next::Done;
        }
        if !complete {
            let what = format!(
                "only executions of {} rounds were covered (raise --rounds)",
                self.answer.rounds
            );
            self.answer.outcome.limit(Limit::TooLarge(what));
        }
        self.beyond(sequence, bounded)
            .and_then(|()| self.unwritten(sequence, bounded))
            .and_then(|()| self.gaps(sequence, bounded))
            .and_then(|()| self.faults(sequence, bounded))
            .and_then(|()| self.deadlock(sequence))
            .err()
            .unwrap_or(Next::Done)
    }

    /// Tells which of this engine's limits executions get to.
    fn beyond(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Result<(), Next> {
        let mut met: Vec<(String, Term)> = Vec::new();
        let leaves = sequence.leaves_places();
        met.push((limits::PLACES.more_than("places of one access"), leaves));
        for (i, reached) in sequence.stops(|reason| matches!(reason, Reason::Beyond(_))) {
            if let Reason::Beyond(what) = &bounded.stops[i].reason {
                met.push((what.clone(), reached));
            }
        }
        let words: BTreeSet<String> = met.iter().map(|(what, _)| what.clone()).collect();
        for what in words {
            let here = met
                .iter()
                .filter(|(other, _)| *other == what)
                .map(|(_, reached)| *reached);
            let any = sequence.formula.terms.any(here.collect::<Vec<_>>());
            match sequence.formula.solve(&[any]) {
                None => return Err(self.exhausted(sequence.formula)),
                Some(false) => {}
                Some(true) => {
                    let what = format!("executions were followed up to a limit only: {what}");
                    self.answer.outcome.limit(Limit::TooLarge(what));
                }
            }
        }
        Ok(())
    }

    /// Something that is not understood on the way of the solution at hand, which explains why the machine
    /// goes another way.
    fn gap_met(&self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Option<Limit> {
        let gaps = sequence.stops(|reason| matches!(reason, Reason::Gap(_)));
        let mut model = Model::default();
        let met = gaps
            .iter()
            .find(|gap| sequence.formula.holds(&mut model, gap.1))?;
        self.gap(bounded, met.0)
    }

    fn gap(&self, bounded: &Bounded, stop: usize) -> Option<Limit> {
        let stop = &bounded.stops[stop];
        let Reason::Gap(what) = &stop.reason else {
            return None;
        };
        let gap = Gap {
            what: what.clone(),
            site: self.site(stop.place),
            thread: ThreadId(stop.thread as u32),
        };
        Some(Limit::Gap(Box::new(gap)))
    }

    fn gaps(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Result<(), Next> {
        let mut gaps = sequence.stops(|reason| matches!(reason, Reason::Gap(_)));
        while !gaps.is_empty() {
            let any = sequence
                .formula
                .terms
                .any(gaps.iter().map(|g| g.1).collect::<Vec<_>>());
            match sequence.formula.solve(&[any]) {
                None => return Err(self.exhausted(sequence.formula)),
                Some(false) => break,
                Some(true) => {}
            }
            let mut model = Model::default();
            let Some(at) = gaps.iter().position(|g| sequence.formula.holds(&mut model, g.1)) else {
                break;
            };
            if let Some(limit) = self.gap(bounded, gaps[at].0) {
                self.answer.outcome.limit(limit);
            }
            let place = bounded.stops[gaps[at].0].place;
            gaps.retain(|g| bounded.stops[g.0].place != place);
        }
        Ok(())
    }

    /// Bytes that nobody has written are zeros here. Where others would make a difference, that is no proof.
    fn unwritten(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Result<(), Next> {
        if self.answer.outcome.has_race() {
            return Ok(());
        }
        let mut all = std::mem::take(&mut sequence.unwritten);
        let stops = sequence.stops(|reason| *reason == Reason::Unwritten);
        all.extend(
            stops
                .into_iter()
                .map(|(i, reached)| (bounded.stops[i].place, reached)),
        );
        let mut places: BTreeSet<Place> = all.iter().map(|u| u.0).collect();
        let facts = Facts::new(self.machine.code().program());
        let facts = SiteFacts::new(self.machine, &facts);
        places.retain(|place| {
            let site = self.site(*place);
            site == Site::START || facts.reads_matter(&[site])
        });
        for place in places {
            let here: Vec<Term> = all.iter().filter(|u| u.0 == place).map(|u| u.1).collect();
            let any = sequence.formula.terms.any(here);
            match sequence.formula.solve(&[any]) {
                None => return Err(self.exhausted(sequence.formula)),
                Some(false) => {}
                Some(true) => {
                    let limit = Limit::Unwritten(self.site(place));
                    self.answer.outcome.limit(limit);
                    break;
                }
            }
        }
        Ok(())
    }

    fn deadlock(&mut self, sequence: &mut Sequence<'_, '_>) -> Result<(), Next> {
        let deadlock = sequence.deadlock();
        match sequence.formula.solve(&[deadlock]) {
            None => return Err(self.exhausted(sequence.formula)),
            Some(false) => return Ok(()),
            Some(true) => {}
        }
        match decode::deadlock(self.machine, sequence) {
            Some((waiting, schedule)) => {
                let finding = Finding::Deadlock(waiting, schedule);
                self.answer.outcome.findings.push(finding);
            }
            None => {
                let limit = Limit::Unconfirmed(Site::START, Site::START);
                self.answer.outcome.limit(limit);
            }
        }
        Ok(())
    }

    fn faults(&mut self, sequence: &mut Sequence<'_, '_>, bounded: &Bounded) -> Result<(), Next> {
        // Each with the place and whether consequences may be undefined, the thread, and how many of its
        // steps lead there.
        let mut all: Vec<((Place, bool), usize, usize, Term)> = Vec::new();
        for (i, reached) in sequence.stops(|r| matches!(r, Reason::Undefined | Reason::Fault)) {
            let stop = &bounded.stops[i];
            let kind = (stop.place, stop.reason == Reason::Undefined);
            all.push((kind, stop.thread, stop.steps, reached));
        }
        for ((t, j), reached) in sequence.defects() {
            let thread = &bounded.threads[t];
            let steps = thread
                .steps
                .iter()
                .position(|s| s.statement == Some(j))
                .unwrap_or(0);
            all.push(((thread.statements[j].place, true), t, steps, reached));
        }
        for _ in 0..limits::DEFECTS.size() {
            let any = sequence
                .formula
                .terms
                .any(all.iter().map(|f| f.3).collect::<Vec<_>>());
            match sequence.formula.solve(&[any]) {
                None => return Err(self.exhausted(sequence.formula)),
                Some(false) => return Ok(()),
                Some(true) => {}
            }
            let mut model = Model::default();
            let Some(&(kind, thread, steps, _)) =
                all.iter().find(|f| sequence.formula.holds(&mut model, f.3))
            else {
                return Ok(());
            };
            all.retain(|f| f.0 != kind);
            let (place, may_be_undefined) = kind;
            match decode::fault(self.machine, sequence, thread, steps) {
                Some((fault, schedule)) => {
                    // One execution shows one defect of a place, and others may have another one there.
                    if may_be_undefined || fault.kind.is_undefined() {
                        self.answer.outcome.limit(Limit::Undefined(fault.site));
                    }
                    let same =
                        |f: &Finding| matches!(f, Finding::Fault(known, _) if known.site == fault.site);
                    if !self.answer.outcome.findings.iter().any(same) {
                        self.answer.outcome.findings.push(Finding::Fault(fault, schedule));
                    }
                }
                None => {
                    let site = self.site(place);
                    let why = self.gap_met(sequence, bounded);
                    let why = why.unwrap_or(Limit::Unconfirmed(site, site));
                    self.answer.outcome.limit(why);
                }
            }
        }
        let what = "there are more defects than were looked for".to_owned();
        self.answer.outcome.limit(Limit::TooLarge(what));
        Ok(())
    }
}

fn places(bounded: &Bounded, &(a, b, _): &Pair) -> (Place, Place) {
    let place = |w: (usize, usize)| bounded.threads[w.0].statements[w.1].place;
    let (x, y) = (place(a), place(b));
    (x.min(y), x.max(y))
}
