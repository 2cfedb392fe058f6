//! Whether an answer holds in every world.
//!
//! Engines that run a program run it in one world: with these arguments, this standard input, these files.
//! The parts that the user did not pin are open: they may be anything. A proof by runs is about any of them
//! where nothing looks at the part, or what is found there steers nothing. That is asked in turn of
//! - what runs looked at ([`Machine::looks`]), and where that goes by the program's text;
//! - one run that takes what is found there as inputs ([`Config::open`]);
//! - the proof for each thread alone, which is for any input.
//!
//! What none of them can tell leaves the part open, and the answer is about the one world only. A run that
//! never had a second thread says nothing if something that is pinned or open may be why.
//!
//! SOUNDNESS: open-world

use raceproof_engine::{Budget, Engine as _, EngineName, How, Limit, Obstacle, Outcome, Question, Scope};
use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{Point, Program, Reg};
use raceproof_library::{Argument, Behind, Use, looks_at};
use raceproof_machine::{At, Config, Machine, Observer, Pause, Sink, Site, ThreadId, World};
use raceproof_once::Once;

use crate::ask::Conclusion;
use crate::certified::EachAlone;
use crate::limits;
use crate::prepare::handler;

/// The parts of the world that may be anything, unless they are pinned.
pub const PARTS: [World; 11] = [
    World::Arguments,
    World::Input,
    World::Variables,
    World::Files,
    World::Clock,
    World::Processors,
    World::System,
    World::Network,
    World::Signals,
    World::Output,
    World::Resources,
];

/// For which worlds an answer holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Holds {
    /// For the one that the program was run in.
    #[default]
    Here,
    /// For any, as far as it was not pinned.
    Anywhere,
    /// For any, by the proof for each thread alone, which holds for teams of any size too.
    Proved,
}

/// An answer, and what may be asked about it.
pub(crate) struct Settling<'a> {
    pub machine: &'a Machine<'a>,
    pub scope: Scope,
    pub budget: &'a Budget,
    /// The engine that the user named: no other is asked.
    pub engine: Option<EngineName>,
    /// Whether nobody wants a proof.
    pub races_only: bool,
    /// The parts that may be anything.
    pub open: &'a [World],
}

/// Whether a call may write what it is given, in one world or another.
fn may_write(program: &Program, at: Point) -> bool {
    let called = program.instruction(at).and_then(|inst| inst.called());
    let found = called.and_then(|f| raceproof_library::find(&program.function(f).name));
    found.is_some_and(|found| {
        let arguments = found.row.arguments;
        let is_printed = arguments.iter().any(|argument| argument.usage == Use::Print);
        let writes = |argument: &Argument| {
            argument.writes.is_some() || argument.behind == Behind::Written && !is_printed
        };
        arguments.iter().any(writes)
    })
}

impl Settling<'_> {
    /// Finds out for which worlds a conclusion holds. If that is not any, it gets a limit that says so.
    pub fn settle(&self, conclusion: &mut Conclusion) -> Holds {
        if conclusion.outcome.has_race() || !is_answer(conclusion) {
            return Holds::Here;
        }
        if conclusion.engine == EngineName::Modular
            || conclusion.proof.as_ref().is_some_and(EachAlone::is_proved)
        {
            return Holds::Proved;
        }
        if let Some(site) = self
            .machine
            .lane()
            .filter(|_| conclusion.engine != EngineName::Once)
        {
            conclusion.outcome.limit(Limit::OneRun(site, Obstacle::Lanes));
            return Holds::Here;
        }
        let facts = Facts::new(self.machine.code().program());
        if !facts.may_create() {
            return Holds::Anywhere;
        }
        let runs_nothing = conclusion.engine == EngineName::Symbolic;
        let is_matter = |world: &World| matters(self.machine, &facts, *world, runs_nothing);
        let matter: Vec<World> = PARTS.into_iter().filter(is_matter).collect();
        let (open, pinned): (Vec<World>, Vec<World>) =
            matter.into_iter().partition(|world| self.open.contains(world));
        let is_empty = !self.machine.has_started() && !runs_nothing;
        if open.is_empty() || self.holds_in_one_run(&facts, &open) {
            // With something else pinned there might have been threads.
            let all = [open, pinned.clone()].concat();
            if is_empty && !pinned.is_empty() && !self.holds_in_one_run(&facts, &all) {
                conclusion.outcome.limit(Limit::NoThread(self.end()));
                return Holds::Here;
            }
            return Holds::Anywhere;
        }
        if self.engine.is_none() && !self.races_only && conclusion.proof.is_none() {
            let budget = self.budget.at_least(limits::GRACE.time());
            let proof = EachAlone::answer(&self.question(self.machine, &budget));
            if proof.is_proved() {
                conclusion.engine = EngineName::Modular;
                conclusion.outcome.how = Some(How::EachAlone);
                conclusion.proof = Some(proof);
                return Holds::Proved;
            }
            conclusion.proof = Some(proof);
        }
        if is_empty {
            conclusion.outcome.limit(Limit::NoThread(self.end()));
        }
        conclusion.outcome.limit(Limit::World(open));
        Holds::Here
    }

    fn question<'q>(&self, machine: &'q Machine<'q>, budget: &'q Budget) -> Question<'q> {
        Question {
            machine,
            scope: self.scope,
            budget,
            aims: &[],
        }
    }

    /// Whether one run that takes what it finds in these parts as inputs has no race in any world. Ways that
    /// other inputs lead to may look at more parts than were looked at before: those count as inputs, too.
    fn holds_in_one_run(&self, facts: &Facts<'_>, open: &[World]) -> bool {
        if self.engine.is_some_and(|engine| engine != EngineName::Once) {
            return false;
        }
        let mut open = open.to_vec();
        loop {
            let config = Config {
                open: open.clone(),
                ..self.machine.config().clone()
            };
            let machine = Machine::new(self.machine.code().program(), config);
            let budget = self.budget.part(limits::OPEN_RUN.time(), u64::MAX);
            let outcome = Once.answer(&self.question(&machine, &budget));
            if !outcome.is_complete() || outcome.has_race() {
                return false;
            }
            let is_new = |world: &World| {
                self.open.contains(world) && !open.contains(world) && matters(&machine, facts, *world, false)
            };
            let more: Vec<World> = PARTS.into_iter().filter(is_new).collect();
            if more.is_empty() {
                return true;
            }
            // No run has handlers called at any point.
            if more.contains(&World::Signals) {
                return false;
            }
            open.extend(more);
        }
    }

    /// The proof for each thread alone of the program with threads that call its handlers, where signals may
    /// arrive. No run covers that, and programs that wait for a signal may never end without one.
    pub fn with_signals(&self) -> Option<Conclusion> {
        let is_open = self.engine.is_none() && !self.races_only && self.open.contains(&World::Signals);
        let program = handler::as_threads(self.machine.code().program()).filter(|_| is_open)?;
        let machine = Machine::new(&program, self.machine.config().clone());
        let share = self.budget.share(limits::SIGNALS_SHARE.count());
        let budget = share.at_least(limits::GRACE.time());
        let mut proof = EachAlone::answer(&self.question(&machine, &budget));
        // What it says of objects is about that program.
        proof.outcome_mut().arguments = None;
        proof.is_proved().then(|| Conclusion {
            engine: EngineName::Modular,
            searched: EngineName::Modular,
            outcome: Outcome {
                how: Some(How::EachAlone),
                ..Outcome::default()
            },
            one_run: None,
            proof: Some(proof),
            others: Vec::new(),
            tried: Vec::new(),
        })
    }

    /// Where a run ends that never has a second thread: the last place of the program before `main` returns,
    /// or the call that ended it. It is gone through step by step, so only short ones are.
    fn end(&self) -> Site {
        let machine = self.machine;
        let mut state = machine.initial();
        let mut end = End::default();
        let main = ThreadId::MAIN;
        let mut last = [Site::START; 2];
        let span = |site| machine.code().locate(site).map(|place| place.span);
        for _ in 0..limits::STEPS_TO_END.get() {
            let site = machine.user_site(&state, main);
            if span(site) != span(last[1]) {
                last = [last[1], site];
            }
            let is_over = match machine.at(&state, main) {
                At::Code => !matches!(
                    machine.run(&mut state, main, &mut end, 1),
                    Pause::Sync | Pause::Choice | Pause::Fuel
                ),
                At::Sync if machine.alternatives(&state, main) == 0 => true,
                At::Sync | At::Choice(_) => {
                    let choice = machine.usual(&state, main);
                    machine.take(&mut state, main, choice, &mut end).is_err()
                }
                _ => true,
            };
            if is_over {
                return match end.returned {
                    // All returns of a function are at its end: what led there tells more.
                    Some(_) if last[0] != Site::START => last[0],
                    Some(site) => site,
                    None => machine.user_site(&state, main),
                };
            }
        }
        Site::START
    }
}

/// Whether what is found in a part of the world may steer something, by what runs looked at and by the
/// program's text; by the text alone if nothing was run.
fn matters(machine: &Machine<'_>, facts: &Facts<'_>, world: World, runs_nothing: bool) -> bool {
    let program = machine.code().program();
    let is_given = |index: u32| {
        let given = program
            .entry
            .filter(|main| program.function(*main).params > index);
        given.is_some_and(|main| facts.entry_matters(main, Reg(index), &[]))
    };
    match world {
        World::Arguments => return is_given(0) || is_given(1),
        World::Variables if is_given(2) => return true,
        _ => {}
    }
    let mut looks: Vec<Point> = match runs_nothing {
        true => facts.calls(|name| looks_at(name, world)),
        false => {
            let sites = machine.looks(world).into_iter();
            sites.filter_map(|site| machine.code().point(site)).collect()
        }
    };
    looks.sort_unstable();
    looks.dedup();
    if looks.is_empty() || world == World::Signals {
        return !looks.is_empty();
    }
    if looks.iter().any(|at| may_write(program, *at)) {
        return true;
    }
    match facts.influence(&[], &looks, &Own::default(), &Crossings::default()) {
        Influence::Steers(_) => true,
        Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
    }
}

/// Whether a conclusion is a proof: of a search, or of each thread alone.
fn is_answer(conclusion: &Conclusion) -> bool {
    match conclusion.engine {
        EngineName::Modular => conclusion.proof.as_ref().is_some_and(EachAlone::is_proved),
        _ => conclusion.outcome.is_complete(),
    }
}

/// Sees where `main` returns.
#[derive(Default)]
struct End {
    returned: Option<Site>,
}

impl Sink for End {
    fn returned(&mut self, site: Site) {
        self.returned = Some(site);
    }
}

impl Observer for End {}
