//! Checking a program: engines are asked for each size of a team, and what they conclude becomes a report.

use std::ops::RangeInclusive;
use std::sync::Arc;

use raceproof_engine::{Aim, Algorithm, Budget, EngineName, Finding as Found, Limit, Order, Outcome, Scope};
use raceproof_explore::tasks;
use raceproof_flow::Facts;
use raceproof_machine::{Config, Machine, Witness, World};
use raceproof_report::{Clause, Describe, Finding, Report, Sources, Tried, Verdict, dot, object, svg};

use crate::ask::{Conclusion, Inquiry};
use crate::caveat::caveats;
use crate::certified::EachAlone;
use crate::division::{Divided, Division, divides_loops, shares_works};
use crate::limits;
use crate::prepare::{Prepared, is_assumed as is_assumed_function};
use crate::so_far::SoFar;
use crate::tell;
use crate::world::{Holds, Settling};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who is to answer; whoever can if none.
    pub engine: Option<EngineName>,
    /// The order of partial order reduction.
    pub order: Order,
    /// How that engine explores.
    pub algorithm: Algorithm,
    /// Whether to go on after the first race.
    pub all: bool,
    /// Whether only races are of interest, so that nobody is asked for a proof.
    pub races_only: bool,
    /// Rounds of the symbolic engine; as many as are needed if none.
    pub rounds: Option<u32>,
    /// How often the symbolic engine follows loops; more and more if none.
    pub unwind: Option<u32>,
    /// Sizes of OpenMP teams where the program does not fix them.
    pub teams: Teams,
    /// Whether waits on condition variables end only when somebody wakes the thread.
    pub faithful_waits: bool,
    /// How many engines may work at a time.
    pub jobs: u32,
    /// Whether a picture of the computation graph is wanted.
    pub draw: bool,
    /// Where those who must end the check before it is done find what is known.
    pub so_far: Arc<SoFar>,
    /// Pairs of accesses that a proof for any world has left open, where nobody is asked for one.
    pub aims: Arc<[Aim]>,
}

impl Request {
    /// Tells what is known so far. Of what is only tried races are of interest, and nothing else takes the
    /// place of what was known.
    fn tell(&self, report: &Report, sources: &Sources) {
        if !self.races_only || report.verdict() == Verdict::Race {
            self.so_far.tell(report, sources);
        }
    }
}

/// Sizes of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    sizes: RangeInclusive<u32>,
    /// Up to this size larger teams are looked at too, where that is cheap.
    largest: u32,
}

impl Teams {
    /// These sizes and no others.
    pub fn only(sizes: RangeInclusive<u32>) -> Teams {
        let largest = *sizes.end();
        Teams { sizes, largest }
    }

    fn first(&self) -> u32 {
        *self.sizes.start()
    }

    /// Whether nobody said which sizes are asked for.
    fn has_further(&self) -> bool {
        self.largest > *self.sizes.end()
    }

    /// Whether a size is not asked for, but looked at where that is cheap.
    fn is_further(&self, size: u32) -> bool {
        size > *self.sizes.end()
    }
}

/// What is looked at where the user does not say: most races need two threads, and hardly any more than four.
impl Default for Teams {
    fn default() -> Teams {
        Teams {
            sizes: 2..=4,
            largest: limits::LARGEST_TEAM.count(),
        }
    }
}

/// A result, and the witness of its first race.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// For whoever reads it.
    pub report: Report,
    /// For `replay`.
    pub witness: Option<Box<Witness>>,
    /// The size of OpenMP teams in the run of the witness, if the program has any.
    pub team: Option<u32>,
    /// The computation graph in the language of Graphviz, if it was asked for and the program has one.
    pub picture: Option<String>,
    /// The world of that run, where parts of it were free and an engine chose them.
    pub world: Option<Box<Config>>,
    /// How static loops are divided in that run.
    pub division: Division,
    /// Pairs of accesses that a proof leaves open.
    pub aims: Arc<[Aim]>,
    /// What runs have shown of the pairs that were asked about, where those of another check were.
    pub tried: Vec<Tried>,
    /// Which divisions the answer is for.
    divided: Divided,
    /// Whether it is a proof for larger teams as well.
    is_general: bool,
    /// Whether mappings of works to threads were gone through one after the other.
    by_mappings: bool,
}

impl Checked {
    /// Whether there is no race so far, and that was found out so fast that somewhat larger teams may be
    /// looked at.
    fn is_cheap(&self) -> bool {
        let stats = &self.report.stats;
        self.report.verdict() == Verdict::RaceFree
            && stats.states <= limits::CHEAP_STATES.get()
            && stats.steps <= limits::CHEAP_STEPS.get()
    }
}

/// Checks a program within a budget, where these parts of the world may be anything: with OpenMP once for
/// each size of a team that is asked for, up to the first that has a race.
///
/// A run of a team of two decides for larger ones too if it is one of those that show all there is and
/// nothing in the program asks for the size of a team or for who a thread is ([`Facts::asks_for_size`]).
/// Works do the same whoever does them. The rest of a region is what every thread does, so whatever two
/// threads of a larger team do beside each other, the two of this one do.
pub fn check(
    program: &mut Prepared,
    config: &Config,
    open: &[World],
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Checked {
    let teams = &request.teams;
    let mut worlds = Worlds {
        open,
        told: None,
        each_alone: None,
    };
    if !program.set_threads(teams.first()) {
        let machine = Machine::new(program.program(), config.clone());
        let mut one = check_one(&machine, &mut worlds, sources, request, budget);
        if one.witness.is_none() {
            one.report.coverage.clauses.extend(caveats(program.program()));
        }
        return one;
    }
    let is_divided = divides_loops(program.program());
    let mut total: Option<Checked> = None;
    let (first, mut last) = (teams.first(), Some(teams.first()));
    for size in first..=teams.largest {
        let is_further = teams.is_further(size);
        if is_further && !total.as_ref().is_some_and(Checked::is_cheap) {
            break;
        }
        program.set_threads(size);
        let part = budget.part(limits::LARGER_TEAM.time(), limits::LARGER_TEAM_STATES.get());
        let budget = if is_further { &part } else { budget };
        let mut one = match is_divided {
            true => check_divided(program, config, &mut worlds, sources, request, budget),
            false => {
                let machine = Machine::new(program.program(), config.clone());
                check_one(&machine, &mut worlds, sources, request, budget)
            }
        };
        // What is not asked for takes nothing away.
        if is_further && one.report.verdict() == Verdict::Unknown {
            break;
        }
        last = Some(size);
        let is_general = size > 1 && one.is_general;
        one.team = one.witness.is_some().then_some(size);
        let all = total.map_or(one.clone(), |before| merge(before, one));
        request.tell(&all.report, sources);
        let enough = all.witness.is_some() && !request.all;
        total = Some(all);
        if is_general {
            last = Some(teams.largest).filter(|_| !teams.has_further());
        }
        if enough || is_general {
            break;
        }
    }
    // A range that was asked for is never empty, but a proof of nothing would be worse than none.
    let mut checked = total.unwrap_or_default();
    checked.report.stats.seconds = budget.elapsed().as_secs_f64();
    let clauses = &mut checked.report.coverage.clauses;
    clauses.push(match last {
        Some(last) => Clause::Teams(first, last),
        None => Clause::AnyTeam,
    });
    if checked.witness.is_none() {
        if checked.by_mappings && shares_works(program.program()) {
            clauses.push(Clause::IncreasingWorks);
        }
        clauses.extend(caveats(program.program()));
        match checked.divided {
            Divided::Any => {}
            Divided::Known => clauses.push(Clause::KnownDivisions),
            Divided::First => clauses.push(Clause::FirstDivision),
        }
    }
    checked
}

/// Checks a program with loops that have `schedule(static)`, in teams of one size: for all divisions by one
/// run if that decides, else for those that are known.
fn check_divided(
    program: &mut Prepared,
    config: &Config,
    worlds: &mut Worlds<'_>,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Checked {
    let mut check = |division, worlds: &mut Worlds<'_>, request: &Request, budget: &Budget| {
        program.set_division(division);
        let machine = Machine::new(program.program(), config.clone());
        let mut one = check_one(&machine, worlds, sources, request, budget);
        one.division = division;
        one
    };
    let mut open = None;
    if matches!(request.engine, None | Some(EngineName::Once)) {
        let request = Request {
            engine: Some(EngineName::Once),
            draw: false,
            ..request.clone()
        };
        let budget = budget.part(limits::OPEN_DIVISION.time(), u64::MAX);
        let mut here = worlds.clone();
        let one = check(Division::Open, &mut here, &request, &budget);
        if one.report.verdict() == Verdict::RaceFree {
            *worlds = here;
            open = Some(one);
        }
    }
    match open {
        Some(one) if one.report.coverage.open.is_empty() && !request.draw => return one,
        other => open = other,
    }
    let mut all = check(Division::First, worlds, request, budget);
    if let Some(open) = open {
        // There is no race; the defects are those of the program as it is.
        all.is_general = open.is_general;
        return all;
    }
    if request.engine == Some(EngineName::Modular) || all.report.engine == EngineName::Modular.word() {
        return all;
    }
    all.divided = Divided::Known;
    for division in Division::OTHERS {
        if all.witness.is_some() {
            break;
        }
        if !all.is_cheap() {
            all.divided = Divided::First;
            break;
        }
        let budget = budget.part(limits::LARGER_TEAM.time(), limits::LARGER_TEAM_STATES.get());
        let one = check(division, worlds, request, &budget);
        if one.report.verdict() == Verdict::Unknown {
            all.divided = Divided::First;
            break;
        }
        all = merge(all, one);
    }
    all
}

/// The results for two sizes of a team, or for two inputs, in one.
pub fn merge(before: Checked, after: Checked) -> Checked {
    let mut report = after.report;
    if before.report.verdict() == Verdict::Race {
        report.engine = before.report.engine;
    }
    report.findings = distinct(before.report.findings.into_iter().chain(report.findings));
    report.objects = object::join(before.report.objects, report.objects);
    report.coverage = before.report.coverage.join(report.coverage);
    report.unshown = report.unshown.max(before.report.unshown);
    let (old, new) = (before.report.stats, &mut report.stats);
    let bytes = old.bytes_per_state * old.states as f64 + new.bytes_per_state * new.states as f64;
    new.states += old.states;
    new.executions += old.executions;
    new.steps += old.steps;
    new.bytes_per_state = bytes / new.states.max(1) as f64;
    let (witness, team, division, world) = match before.witness {
        Some(witness) => (Some(witness), before.team, before.division, before.world),
        None => (after.witness, after.team, after.division, after.world),
    };
    Checked {
        report,
        witness,
        team,
        picture: before.picture.or(after.picture),
        world,
        division,
        aims: before.aims,
        tried: after.tried,
        divided: before.divided.max(after.divided),
        is_general: before.is_general && after.is_general,
        by_mappings: before.by_mappings || after.by_mappings,
    }
}

/// One finding of each kind for the same places, in whatever order; the first counts.
pub(crate) fn distinct(all: impl IntoIterator<Item = Finding>) -> Vec<Finding> {
    let mut known = Vec::new();
    let mut findings = Vec::new();
    for finding in all {
        let accesses = finding.accesses.iter().map(|access| &access.at);
        let places = finding.places.iter().map(|place| &place.at);
        let mut places: Vec<_> = accesses.chain(places).map(ToString::to_string).collect();
        places.sort();
        let key = (finding.kind, places);
        if !known.contains(&key) {
            known.push(key);
            findings.push(finding);
        }
    }
    findings.sort_by_key(|finding| finding.kind);
    findings
}

/// For which worlds the answers hold.
#[derive(Clone)]
struct Worlds<'a> {
    /// The parts that may be anything.
    open: &'a [World],
    /// What is known of a smaller team.
    told: Option<Holds>,
    /// What the proof for each thread alone says of one, which it says of any team.
    each_alone: Option<EachAlone>,
}

fn check_one(
    machine: &Machine<'_>,
    worlds: &mut Worlds<'_>,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Checked {
    let scope = Scope {
        all: request.all,
        order: request.order,
        algorithm: request.algorithm,
        rounds: request.rounds,
        unwind: request.unwind,
        executions: u64::MAX,
    };
    let settling = Settling {
        machine,
        scope,
        budget,
        engine: request.engine,
        races_only: request.races_only,
        open: worlds.open,
    };
    // What is known of objects is told even if a limit ends what comes next.
    let heard = |so_far: &Conclusion| {
        let report = tell::report(machine, sources, so_far, (worlds.open, &Holds::Here), budget);
        request.tell(&report, sources);
    };
    let each_alone = worlds.each_alone.take();
    let search = || Inquiry::new(machine, request, scope, budget, &heard, each_alone).conclude();
    let mut conclusion = settling.with_signals().unwrap_or_else(search);
    leave_assumed(machine, &mut conclusion.outcome);
    // What was found in a world that an engine chose is told there.
    let world = conclusion.outcome.config.take();
    let chosen = world
        .as_deref()
        .map(|config| Machine::new(machine.code().program(), config.clone()));
    let machine = chosen.as_ref().unwrap_or(machine);
    if !conclusion.outcome.findings.is_empty() {
        let here = tell::report(machine, sources, &conclusion, (worlds.open, &Holds::Here), budget);
        request.tell(&here, sources);
    }
    let outcome = &conclusion.outcome;
    let by_identities = outcome.by_identities;
    let by_one_run = by_identities
        && !outcome.forks_in_lock
        && !outcome.by_totals
        && outcome.is_complete()
        && outcome.findings.is_empty()
        && !Facts::new(machine.code().program()).asks_for_size();
    // What a smaller team leaves open stays so, and what is proved for teams of any size does.
    let holds = match worlds.told.take() {
        Some(Holds::Here) => Holds::Here,
        Some(Holds::Proved) => Holds::Proved,
        _ => settling.settle(&mut conclusion),
    };
    let mut report = tell::report(machine, sources, &conclusion, (worlds.open, &holds), budget);
    request.tell(&report, sources);
    worlds.told = Some(holds);
    let arguments = conclusion
        .proof
        .as_ref()
        .and_then(|proof| proof.outcome().arguments.as_ref());
    let aims = arguments.map_or_else(Arc::default, |arguments| arguments.aims().into());
    let tried = match arguments {
        None => tell::tried(machine, sources, &conclusion, &request.aims),
        Some(_) => Vec::new(),
    };
    let Conclusion {
        engine,
        outcome,
        proof,
        ..
    } = conclusion;
    worlds.each_alone = proof.filter(EachAlone::is_whole);
    let is_proof = engine == EngineName::Modular && report.verdict() == Verdict::RaceFree;
    let is_drawn = request.draw && engine != EngineName::Modular;
    let picture = match is_drawn {
        true => draw(machine, sources, &outcome, budget),
        false => None,
    };
    if engine == EngineName::Tasks {
        report.graph = draw_race(machine, sources, &outcome);
    }
    let witness = first_witness(outcome);
    Checked {
        report,
        witness,
        team: None,
        picture,
        world,
        division: Division::default(),
        aims,
        tried,
        divided: Divided::default(),
        is_general: by_one_run || is_proof,
        by_mappings: engine != EngineName::Modular && !by_identities,
    }
}

fn first_witness(outcome: Outcome) -> Option<Box<Witness>> {
    outcome.findings.into_iter().find_map(|found| match found {
        Found::Race(witness) => Some(witness),
        Found::Fault(..) | Found::Deadlock(..) => None,
    })
}

/// Takes races away in which a function that nobody defines makes one of the accesses: whether it does is not
/// known.
fn leave_assumed(machine: &Machine<'_>, outcome: &mut Outcome) {
    let code = machine.code();
    let program = code.program();
    let is_assumed = |site| {
        let point = code.point(site)?;
        let called = program.instruction(point)?.called()?;
        Some(is_assumed_function(program.function(called)))
    };
    let mut left = Vec::new();
    outcome.findings.retain(|found| match found {
        Found::Race(witness) => {
            let sites = witness.parties().each_ref().map(|party| party.access().site);
            let is_kept = sites.iter().all(|&site| is_assumed(site) != Some(true));
            if !is_kept {
                left.push(Limit::Assumed(sites[0], sites[1]));
            }
            is_kept
        }
        Found::Fault(..) | Found::Deadlock(..) => true,
    });
    for limit in left {
        outcome.limit(limit);
    }
}

/// What a page shows of the computation graph of a race.
fn draw_race(machine: &Machine<'_>, sources: &Sources, outcome: &Outcome) -> Option<String> {
    let schedule = outcome.findings.iter().find_map(|found| match found {
        Found::Race(witness) => Some(witness.schedule()),
        Found::Fault(..) | Found::Deadlock(..) => None,
    })?;
    if schedule.turns().len() > limits::PICTURE_TURNS.size() {
        return None;
    }
    let drawn = tasks::draw_schedule(machine, schedule);
    svg::render(&drawn.graph, &drawn.starts, &Describe::new(machine, sources))
}

/// The computation graph of the run that leads to the race, or of the one that the tasks engine looks at
/// first.
fn draw(machine: &Machine<'_>, sources: &Sources, outcome: &Outcome, budget: &Budget) -> Option<String> {
    let race = outcome.findings.iter().find_map(|found| match found {
        Found::Race(witness) => Some(witness),
        Found::Fault(..) | Found::Deadlock(..) => None,
    });
    let drawn = match race {
        Some(witness) => Some(tasks::draw_schedule(machine, witness.schedule())),
        None => tasks::draw(machine, budget),
    };
    drawn.map(|drawn| dot::render(&drawn.graph, &drawn.starts, &Describe::new(machine, sources)))
}
