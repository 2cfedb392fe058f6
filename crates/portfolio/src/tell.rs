//! From the conclusion of an inquiry to a report: places become positions of the source, limits become what
//! was left open.

use std::collections::BTreeSet;

use raceproof_engine::{Aim, Budget, EngineName, Exhausted, Finding as Found, How, Limit, Needs, Outcome};
use raceproof_machine::{Machine, Site, World, survey};
use raceproof_report::{
    Clause, Coverage, Describe, Finding, Kind, Location, Mapped, Mapping, Note, Object, Open, Other,
    Protection, Report, Resource, SharedConstruct, Sources, Standing, Stats, Tried, object,
};

use crate::ask::Conclusion;
use crate::check::distinct;
use crate::division;
use crate::given;
use crate::world::Holds;

/// Makes a report of what engines concluded.
pub(crate) fn report(
    machine: &Machine<'_>,
    sources: &Sources,
    conclusion: &Conclusion,
    worlds: (&[World], &Holds),
    budget: &Budget,
) -> Report {
    let tell = Tell {
        machine,
        describe: Describe::new(machine, sources),
        conclusion,
        worlds,
    };
    let outcome = &conclusion.outcome;
    let stats = &outcome.stats;
    let findings = distinct(outcome.findings.iter().map(|found| tell.finding(found)));
    Report {
        engine: conclusion.engine.word().to_owned(),
        unshown: tell.unshown(&findings),
        graph: None,
        findings,
        objects: tell.objects(),
        coverage: match conclusion.engine {
            EngineName::Modular => tell.coverage_of_proof(),
            _ => tell.coverage(),
        },
        stats: Stats {
            states: stats.states,
            executions: stats.executions,
            steps: stats.steps,
            seconds: budget.elapsed().as_secs_f64(),
            bytes_per_state: stats.bytes as f64 / stats.states.max(1) as f64,
            // Only the process knows.
            peak_memory: 0,
            variables: stats.variables,
            clauses: stats.clauses,
            solver_seconds: stats.solver_time as f64 / 1e6,
            rounds: stats.rounds,
            unwind: stats.unwind,
        },
    }
}

/// What runs have shown of pairs that they aimed at, in the user's words.
pub(crate) fn tried(
    machine: &Machine<'_>,
    sources: &Sources,
    conclusion: &Conclusion,
    aims: &[Aim],
) -> Vec<Tried> {
    let tell = Tell {
        machine,
        describe: Describe::new(machine, sources),
        conclusion,
        worlds: (&[], &Holds::Here),
    };
    tell.tried(aims)
}

struct Tell<'a> {
    machine: &'a Machine<'a>,
    describe: Describe<'a>,
    conclusion: &'a Conclusion,
    /// The parts of the world that may be anything, and for which worlds the answer holds.
    worlds: (&'a [World], &'a Holds),
}

impl Tell<'_> {
    /// The shared objects, where somebody looked at each. What a search decides counts for all of them.
    fn objects(&self) -> Vec<Object> {
        let Conclusion { outcome, proof, .. } = self.conclusion;
        let arguments = proof
            .as_ref()
            .and_then(|proof| proof.outcome().arguments.as_ref());
        let checked = |object, part| proof.as_ref()?.checked(object, part);
        let mut objects = arguments.map_or_else(Vec::new, |all| self.describe.objects(all, &checked));
        if let Some(arguments) = arguments {
            let tried = self.tried(&arguments.aims());
            object::hear_tries(&mut objects, &tried);
        }
        let is_searched =
            outcome.is_complete() && !outcome.has_race() && self.conclusion.engine != EngineName::Modular;
        let races: Vec<Finding> = outcome
            .findings
            .iter()
            .filter(|found| found.is_race())
            .map(|found| self.finding(found))
            .collect();
        mark_races(&mut objects, &races);
        let open = |object: &&mut Object| object.standing == Standing::Open;
        for object in objects.iter_mut().filter(open).filter(|_| is_searched) {
            object.standing = Standing::Proved;
            object.open.clear();
            object.protected_by = vec![Protection::searched()];
        }
        objects
    }

    /// What runs have shown of these pairs, if any has aimed at them.
    fn tried(&self, aims: &[Aim]) -> Vec<Tried> {
        let tried = aims.iter().zip(&self.conclusion.tried);
        tried
            .map(|(aim, tried)| self.describe.tried(aim, tried))
            .collect()
    }

    /// How many other pairs of lines race in the run of the first race.
    fn unshown(&self, findings: &[Finding]) -> usize {
        let outcome = &self.conclusion.outcome;
        let first = outcome.findings.iter().find_map(|found| match found {
            Found::Race(witness) => Some(witness),
            Found::Fault(..) | Found::Deadlock(..) => None,
        });
        // An engine that chose the world has the run in another machine.
        let Some(witness) = first.filter(|_| outcome.config.is_none()) else {
            return 0;
        };
        let pair = |a: &Location, b: &Location| {
            let (a, b) = (a.line_of_file(), b.line_of_file());
            (a.clone().min(b.clone()), a.max(b))
        };
        let shown = findings.iter().filter_map(|finding| match &finding.accesses[..] {
            [a, b] => Some(pair(&a.at, &b.at)),
            _ => None,
        });
        let shown: BTreeSet<(String, String)> = shown.collect();
        let mut others = BTreeSet::new();
        survey(self.machine, witness.schedule(), |a: Site, b: Site| {
            let (a, b) = (self.describe.place(a), self.describe.place(b));
            if a.is_known() && b.is_known() {
                others.insert(pair(&a, &b));
            }
            false
        });
        others.difference(&shown).count()
    }

    fn finding(&self, found: &Found) -> Finding {
        match found {
            Found::Race(witness) => self.describe.race(witness),
            Found::Fault(fault, schedule) => self.describe.fault_after(fault, schedule),
            Found::Deadlock(waiting, schedule) => self.describe.deadlock_after(waiting, schedule),
        }
    }

    /// What the search covered that answered, or went furthest.
    fn coverage(&self) -> Coverage {
        let Conclusion {
            engine,
            outcome,
            one_run,
            proof,
            others,
            ..
        } = self.conclusion;
        let mut coverage = Coverage {
            complete: outcome.is_complete(),
            clauses: self.clauses(),
            open: self.open(outcome),
            mappings: self.mappings(),
            notes: self.notes(),
            others: Vec::new(),
        };
        let unseen = outcome.unseen.filter(|_| !outcome.has_race());
        if let Some(site) = unseen {
            coverage.leave_open(Open::Unseen(self.describe.place(site)));
        }
        let refusal = proof.as_ref().filter(|proof| !proof.is_proved());
        let refusal = refusal.map(|proof| (EngineName::Modular, proof.outcome()));
        let others = others.iter().map(|(other, outcome)| (*other, outcome));
        if outcome.verdict().is_none() {
            let obstacles = one_run.iter().filter(|_| *engine == EngineName::Graph);
            let obstacles = obstacles.flat_map(|one_run| &one_run.limits);
            for obstacle in obstacles.filter(|limit| matches!(limit, Limit::OneRun(..))) {
                coverage.leave_open(self.limit(obstacle));
            }
            for (other, outcome) in refusal.into_iter().chain(others) {
                for open in self.open(outcome) {
                    coverage.leave_open(Open::By(other.word().to_owned(), Box::new(open)));
                }
            }
        } else if !matches!(engine, EngineName::Once | EngineName::Graph) {
            // Where the first to be asked answers, nobody else was needed.
            let refusal = refusal.filter(|_| !outcome.has_race());
            let all = others.chain(refusal);
            coverage.others = all.filter_map(|(other, why)| self.other(other, why)).collect();
        }
        coverage
    }

    /// What the proof for each thread alone covers, with the defects that a search met on the way.
    fn coverage_of_proof(&self) -> Coverage {
        let Conclusion { outcome, proof, .. } = self.conclusion;
        let refusal = proof.iter().flat_map(|proof| self.open(proof.outcome())).next();
        let other = match refusal {
            None => self.other(self.conclusion.searched, outcome),
            Some(_) => None,
        };
        let needs = proof
            .as_ref()
            .map_or(Needs::default(), |proof| proof.outcome().needs);
        let is_alone = proof
            .as_ref()
            .is_some_and(|proof| proof.outcome().how == Some(How::OneThread));
        let mut clauses = match refusal {
            None if is_alone => vec![Clause::OneThread],
            None => vec![Clause::EachThreadAlone],
            Some(_) => vec![Clause::Nothing],
        };
        if refusal.is_none() && !is_alone {
            let needed = [
                (needs.short_loops, Clause::ShortLoops),
                (needs.exact_sums, Clause::ExactSums),
                (needs.few_tickets, Clause::FewTickets),
                (needs.whole_arrays, Clause::WholeArrays),
            ];
            clauses.extend(needed.into_iter().filter(|(is_it, _)| *is_it).map(|(_, c)| c));
            clauses.extend(given::assumptions(self.machine, false));
            // A work is the same one for all of them.
            if division::has_works(self.machine.code().program()) {
                clauses.push(Clause::SameConstructs);
            }
        }
        Coverage {
            complete: refusal.is_none(),
            clauses,
            open: vec![refusal.unwrap_or(Open::OtherDefects)],
            mappings: Vec::new(),
            notes: self.notes(),
            others: other.into_iter().collect(),
        }
    }

    /// What was covered, with what the program was given.
    fn clauses(&self) -> Vec<Clause> {
        let outcome = &self.conclusion.outcome;
        let is_proof = outcome.is_complete() && !outcome.has_race();
        let schedules = match (outcome.is_complete(), outcome.has_race()) {
            // Without a race a weak memory shows nothing that these do not, but for atomics in weak orders.
            (true, false) if self.machine.code().program().has_weak_atomics() => {
                Clause::EveryConsistentSchedule
            }
            (true, false) => Clause::EverySchedule,
            (true, true) => Clause::UpToRace,
            (false, _) => Clause::SomeSchedules,
        };
        let how = match outcome.how.filter(|_| is_proof) {
            Some(How::Structured) => Some(Clause::SameGraph),
            Some(How::OneRun) => Some(Clause::SameAccesses),
            Some(How::Graphs) => Some(Clause::EachGraph),
            Some(How::EachAlone | How::OneThread) | None => None,
        };
        let any = match self.worlds {
            (open, Holds::Anywhere | Holds::Proved) => open,
            (_, Holds::Here) => &[],
        };
        let given = given::clauses(self.machine, any);
        let assumed = match is_proof {
            true => given::assumptions(self.machine, true),
            false => Vec::new(),
        };
        std::iter::once(schedules)
            .chain(given)
            .chain(how)
            .chain(assumed)
            .collect()
    }

    /// What an outcome leaves open. Many threads may have met the same limit.
    fn open(&self, outcome: &Outcome) -> Vec<Open> {
        let mut all = Coverage::default();
        for limit in &outcome.limits {
            all.leave_open(self.limit(limit));
        }
        all.open
    }

    fn limit(&self, limit: &Limit) -> Open {
        let at = |site: &_| self.describe.place(*site);
        let span = |span: &_| self.describe.span(*span);
        match limit {
            Limit::Gap(gap) => Open::Gap(at(&gap.site), gap.what.to_string()),
            Limit::Unordered(site) => Open::Unordered(at(site)),
            Limit::Sampled(site) => Open::Sampled(at(site)),
            Limit::Mapping(site) => Open::OneMapping(at(site)),
            Limit::Undefined(site) => Open::Undefined(at(site)),
            Limit::Unwritten(site) => Open::Unwritten(at(site)),
            Limit::Ending(site) => Open::Ending(at(site)),
            Limit::OneRun(site, why) => Open::OneRun(at(site), why.words().to_owned()),
            Limit::Unproved(a, b) => Open::Unproved(span(a), span(b)),
            Limit::Refuted(a, b, why) => Open::Refuted(at(a), at(b), why.clone()),
            Limit::Refused(place, why) => Open::Refused(span(place), why.clone()),
            Limit::World(parts) => Open::World(parts.clone()),
            Limit::Assumed(a, b) => Open::Assumed(at(a), at(b)),
            Limit::NoThread(site) => Open::NoThread(at(site)),
            Limit::FewRuns => Open::FewRuns,
            Limit::Exhausted(what) => Open::Exhausted(resource(*what)),
            Limit::Cut(what, limit) => Open::Cut(resource(*what), limit.clone()),
            Limit::TooLarge(what) => Open::TooLarge(what.clone()),
            Limit::Lost(why) => Open::Lost(why.clone()),
            Limit::Unconfirmed(first, second) => Open::Unconfirmed(at(first), at(second)),
        }
    }

    /// Why an engine did not answer: the first reason, and how many more it has.
    fn other(&self, engine: EngineName, outcome: &Outcome) -> Option<Other> {
        let mut open = self.open(outcome).into_iter();
        let why = open.next()?;
        Some(Other {
            engine: engine.word().to_owned(),
            why,
            more: open.count(),
        })
    }

    /// How the mappings of work to threads were covered, construct by construct.
    fn mappings(&self) -> Vec<Mapping> {
        let outcome = &self.conclusion.outcome;
        if outcome.has_race() {
            return Vec::new();
        }
        let one_only: Vec<Location> = outcome
            .limits
            .iter()
            .filter_map(|limit| match limit {
                Limit::Mapping(site) => Some(self.describe.site(*site)),
                _ => None,
            })
            .collect();
        let tell = |construct: SharedConstruct| {
            let at = construct.at.line_of_file();
            let how = match () {
                () if construct.is_fixed => Mapped::Fixed,
                () if one_only.iter().any(|other| other.line_of_file() == at) => Mapped::OneOnly,
                () if outcome.by_identities => Mapped::Identities,
                () if outcome.is_complete() => Mapped::Explored,
                () => Mapped::Some,
            };
            Mapping {
                at: construct.at,
                name: construct.name,
                how,
            }
        };
        self.describe.shared_constructs().into_iter().map(tell).collect()
    }

    /// Where the program reads what nobody has written, once for each position.
    fn notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for site in self.conclusion.outcome.unwritten.sites() {
            let at = self.describe.place(site);
            let note = Note::UnwrittenRead(at.clone());
            if at.is_known() && !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
}

/// Objects that are open and have a race among the findings.
pub(crate) fn mark_races(objects: &mut [Object], findings: &[Finding]) {
    let root = |name: &str| name.split(['.', '[']).next().unwrap_or(name).to_owned();
    for object in objects
        .iter_mut()
        .filter(|object| object.standing == Standing::Open)
    {
        let is_it = |finding: &Finding| {
            let is_same = match &finding.allocated {
                Some(at) => *at == object.at,
                None => root(&finding.object) == root(&object.name),
            };
            finding.kind == Kind::Race && is_same
        };
        if findings.iter().any(is_it) {
            object.standing = Standing::Race;
        }
    }
}

/// What was used up.
pub fn resource(what: Exhausted) -> Resource {
    match what {
        Exhausted::Time => Resource::Time,
        Exhausted::States => Resource::States,
        Exhausted::Memory => Resource::Memory,
        Exhausted::Interrupted => Resource::Patience,
    }
}
