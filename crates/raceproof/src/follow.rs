//! Runs that follow the waypoints of another tool's witness, as far as these say what to do.

use std::collections::BTreeSet;

use raceproof_machine::{
    Access, At, FUEL, Machine, Observer, Pause, Schedule, Sink, Site, State, ThreadId, Turn, Witness, survey,
};
use raceproof_report::Describe;
use raceproof_report::exchange::{Action, Content, Waypoint, WaypointKind};

use crate::execute::Random;

/// The most turns of one run.
const TURNS: usize = 100_000;

/// A witness as a run can follow it.
pub struct Guide {
    /// What is passed on the way, in this order.
    way: Vec<Waypoint>,
    /// The files and lines of the accesses that race; one of them if the witness has no more.
    targets: Vec<(String, u32)>,
    /// The threads of the witness in the order of their numbers, that of the first waypoint before all
    /// others.
    threads: Vec<i64>,
}

impl Guide {
    /// What a witness says. None if it has no target.
    pub fn new(content: &[Content]) -> Option<Guide> {
        let waypoints = content.iter().flat_map(|content| &content.segment);
        let followed: Vec<&Waypoint> = waypoints
            .map(|it| &it.waypoint)
            .filter(|waypoint| waypoint.action == Action::Follow)
            .collect();
        let is_target = |waypoint: &&Waypoint| waypoint.kind == WaypointKind::Target;
        let targets: Vec<(String, u32)> = followed
            .iter()
            .copied()
            .filter(is_target)
            .map(|waypoint| (waypoint.location.file_name.clone(), waypoint.location.line))
            .collect();
        let mut threads: Vec<i64> = Vec::new();
        threads.extend(followed.iter().find_map(|waypoint| waypoint.thread_id));
        let others: BTreeSet<i64> = followed
            .iter()
            .filter_map(|waypoint| waypoint.thread_id)
            .collect();
        threads.extend(
            others
                .into_iter()
                .filter(|id| Some(id) != threads.first())
                .collect::<Vec<i64>>(),
        );
        let way = followed.into_iter().filter(|waypoint| !is_target(waypoint));
        (!targets.is_empty()).then(|| Guide {
            way: way.cloned().collect(),
            targets,
            threads,
        })
    }

    /// A race at the targets, of a run that follows the way.
    pub fn race(&self, machine: &Machine<'_>, describe: &Describe<'_>, seed: u64) -> Option<Witness> {
        let schedule = self.run(machine, describe, seed);
        let mut is_wanted = |a: Site, b: Site| self.is_target(describe, a, b);
        survey(machine, &schedule, &mut is_wanted).into_iter().next()
    }

    fn is_target(&self, describe: &Describe<'_>, a: Site, b: Site) -> bool {
        let places = [a, b].map(|site| describe.place(site));
        let is_at = |place: usize, target: usize| {
            let (file, line) = &self.targets[target];
            places[place].line == *line && is_same(&places[place].file, file)
        };
        match self.targets.len() {
            1 => is_at(0, 0) || is_at(1, 0),
            _ => is_at(0, 0) && is_at(1, 1) || is_at(0, 1) && is_at(1, 0),
        }
    }

    fn run(&self, machine: &Machine<'_>, describe: &Describe<'_>, seed: u64) -> Schedule {
        let mut run = Run {
            guide: self,
            machine,
            describe,
            state: machine.initial(),
            random: Random::new(seed),
            passed: vec![false; self.way.len()],
            next: 0,
            last: ThreadId::MAIN,
            turns: Vec::new(),
        };
        while run.turns.len() < TURNS && run.turn() {}
        Schedule::new(run.turns)
    }
}

/// Whether two names are of one file: other tools may have been somewhere else.
fn is_same(a: &str, b: &str) -> bool {
    let name = |path: &str| {
        std::path::Path::new(path)
            .file_name()
            .map(std::ffi::OsStr::to_owned)
    };
    a == b || name(a) == name(b)
}

/// A run.
struct Run<'a> {
    guide: &'a Guide,
    machine: &'a Machine<'a>,
    describe: &'a Describe<'a>,
    state: State,
    random: Random,
    passed: Vec<bool>,
    /// The first waypoint that was not passed.
    next: usize,
    last: ThreadId,
    turns: Vec<Turn>,
}

impl Run<'_> {
    /// Makes a turn. Says whether the run goes on.
    fn turn(&mut self) -> bool {
        let Some(thread) = self.pick() else {
            return false;
        };
        self.last = thread;
        let at = self.machine.at(&self.state, thread);
        if at == At::Code {
            let mut seen = Seen::default();
            let pause = self.machine.run(&mut self.state, thread, &mut seen, FUEL);
            self.turns.push(Turn::run(thread));
            for site in seen.sites {
                self.pass(thread, site);
            }
            return !matches!(pause, Pause::Exit(_) | Pause::Ignored | Pause::Stop(_));
        }
        let site = self.machine.user_site(&self.state, thread);
        let choice = match at {
            At::Choice(range) => {
                let wanted = self.value(thread, site).unwrap_or_default();
                wanted.clamp(range.low, range.high) as u64
            }
            _ => self
                .random
                .below(self.machine.alternatives(&self.state, thread) as usize) as u64,
        };
        self.turns.push(Turn::take(thread, choice));
        self.pass(thread, site);
        self.machine
            .take(&mut self.state, thread, choice, &mut Seen::default())
            .is_ok()
    }

    /// The thread of the next waypoint, or the last one again, or any.
    fn pick(&mut self) -> Option<ThreadId> {
        let can = |thread: ThreadId| match self.machine.at(&self.state, thread) {
            At::Code | At::Choice(_) => true,
            At::Sync => self.machine.alternatives(&self.state, thread) > 0,
            At::Held | At::End => false,
        };
        let wanted = self
            .guide
            .way
            .get(self.next)
            .and_then(|waypoint| self.thread_of(waypoint));
        if let Some(thread) = wanted.filter(|thread| can(*thread)) {
            return Some(thread);
        }
        let is_calm = wanted.is_none() && self.next < self.guide.way.len();
        if is_calm && can(self.last) {
            return Some(self.last);
        }
        let ready: Vec<ThreadId> = self
            .state
            .threads()
            .map(|(thread, _)| thread)
            .filter(|thread| can(*thread))
            .collect();
        ready.get(self.random.below(ready.len())).copied()
    }

    /// Who is meant: threads of a witness are taken to be made in the order of their numbers.
    fn thread_of(&self, waypoint: &Waypoint) -> Option<ThreadId> {
        let id = waypoint.thread_id?;
        let number = self.guide.threads.iter().position(|known| *known == id)?;
        let thread = ThreadId(u32::try_from(number).ok()?);
        self.state
            .threads()
            .any(|(known, _)| known == thread)
            .then_some(thread)
    }

    fn is_at(&self, waypoint: &Waypoint, thread: ThreadId, site: Site) -> bool {
        let at = self.describe.place(site);
        at.line == waypoint.location.line
            && is_same(&at.file, &waypoint.location.file_name)
            && self.thread_of(waypoint).is_none_or(|wanted| wanted == thread)
    }

    /// A thread is at an operation: waypoints that say so are passed.
    fn pass(&mut self, thread: ThreadId, site: Site) {
        let way = &self.guide.way;
        if way
            .get(self.next)
            .is_some_and(|waypoint| self.is_at(waypoint, thread, site))
        {
            self.passed[self.next] = true;
        }
        while self.passed.get(self.next).copied().unwrap_or(false) {
            self.next += 1;
        }
    }

    /// The value that the witness has for an input.
    fn value(&mut self, thread: ThreadId, site: Site) -> Option<i128> {
        let rest = self.guide.way.iter().enumerate().skip(self.next);
        let mut open = rest.filter(|(number, _)| !self.passed[*number]);
        let (number, waypoint) =
            open.find(|(_, waypoint)| waypoint.result().is_some() && self.is_at(waypoint, thread, site))?;
        self.passed[number] = true;
        waypoint.result()
    }
}

/// Where a thread accesses memory.
#[derive(Default)]
struct Seen {
    sites: Vec<Site>,
}

impl Sink for Seen {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        if self.sites.last() != Some(&access.site) {
            self.sites.push(access.site);
        }
    }
}

impl Observer for Seen {}
