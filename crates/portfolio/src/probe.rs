//! Which worlds are worth a check: a short run in each tells how far the program comes there.
//!
//! A world is a [`Sketch`]: what of the given one is different. Sketches are changed in one place at a time,
//! and who leads to code that no other has led to is changed further, the latest first: so options are found
//! that only make sense together, and files that only arguments name. A run goes thread by thread, each as
//! far as it comes. What comes out are the worlds in which a second thread starts, one for each set of places
//! that were come to, with one more thread and with several; whether there is a race in them others must say.

use std::collections::{BTreeSet, HashSet};

use raceproof_engine::Budget;
use raceproof_ir::Program;
use raceproof_machine::{Access, At, Machine, Observer, Pause, Signals, Sink, Site, State, ThreadId};

use crate::given::Setting;
use crate::limits;

/// A place that was come to, and whether something is written there.
type Place = (Site, bool);

/// What is different in a world.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sketch {
    /// Arguments, without the name of the program.
    pub args: Option<Vec<String>>,
    /// Standard input.
    pub input: Option<String>,
    /// What is in each file.
    pub files: Option<String>,
    /// What each environment variable is.
    pub variables: Option<String>,
    /// What arrives at sockets.
    pub network: Option<String>,
    /// How many processors there are.
    pub processors: Option<u32>,
    /// Whether the superuser runs it, and at a terminal.
    pub system: (bool, bool),
    /// Whether it is the child of its own `fork`.
    pub child: bool,
    /// Whether signals arrive: soon (1) or late (2).
    pub signals: u8,
}

/// What is told apart by runs.
pub(super) struct Ground<'a> {
    pub program: &'a Program,
    /// `argv` as it is given.
    pub args: &'a [Vec<u8>],
    /// The given world.
    pub given: &'a Setting,
    /// Names of variables, and of files that a world has.
    pub variables: &'a [String],
    pub files: &'a dyn Fn(&Sketch) -> Vec<String>,
    /// Changes of a world in one place.
    pub changes: &'a dyn Fn(&Sketch) -> Vec<Sketch>,
}

impl Ground<'_> {
    /// The given world with what a sketch says.
    pub fn setting(&self, sketch: &Sketch) -> Setting {
        let mut setting = self.given.clone();
        if let Some(args) = &sketch.args {
            setting = setting.with_arguments(args);
        }
        if let Some(text) = &sketch.input {
            setting = setting.with_input(text.clone());
        }
        if let Some(text) = &sketch.files {
            setting = setting.with_files(&(self.files)(sketch), text);
        }
        if let Some(value) = &sketch.variables {
            setting = setting.with_variables(self.variables, value);
        }
        if let Some(text) = &sketch.network {
            setting = setting.with_network(text.clone());
        }
        if let Some(count) = sketch.processors {
            setting = setting.with_processors(count);
        }
        if sketch.system != (false, false) {
            setting = setting.with_system(sketch.system.0.then_some(0), sketch.system.1);
        }
        if sketch.child {
            setting = setting.with_child();
        }
        match sketch.signals {
            0 => setting,
            1 => setting.with_signals(Signals::Soon),
            _ => setting.with_signals(Signals::Late),
        }
    }

    /// The worlds in which a second thread starts, those first that were found first.
    pub fn search(&self, budget: &Budget) -> Vec<Setting> {
        let mut known: HashSet<Place> = HashSet::new();
        let mut tried: BTreeSet<Sketch> = BTreeSet::new();
        let mut paths: BTreeSet<(usize, Vec<Place>)> = BTreeSet::new();
        let mut known_counts = BTreeSet::new();
        let mut found = Vec::new();
        let (threads, path) = self.run(&Sketch::default());
        known.extend(path.iter().copied());
        paths.insert((threads.min(3), path));
        let mut open = vec![Sketch::default()];
        while let Some(sketch) = open.pop() {
            let mut better = Vec::new();
            for changed in (self.changes)(&sketch) {
                let is_over = budget.check(0).is_err() || tried.len() >= limits::PROBES.size();
                if is_over || found.len() >= limits::GUESSED_WORLDS.size() {
                    return found;
                }
                if !tried.insert(changed.clone()) {
                    continue;
                }
                let (threads, path) = self.run(&changed);
                let is_new = path.iter().any(|site| !known.contains(site));
                known.extend(path.iter().copied());
                // Who starts one thread may start two.
                let is_first = known_counts.insert(threads) && threads > 1;
                if threads > 1 && paths.insert((threads.min(3), path)) {
                    found.push(self.setting(&changed));
                }
                if is_new || is_first {
                    better.push(changed);
                }
            }
            // The world itself is not done with: what is found further on may have been found first.
            open.extend(better.into_iter().rev());
        }
        found
    }

    /// How many threads a run has, and the places that it comes to.
    fn run(&self, sketch: &Sketch) -> (usize, Vec<Place>) {
        let config = self.setting(sketch).config(self.args, true);
        let machine = Machine::new(self.program, config);
        let mut state = machine.initial();
        let mut seen = Seen::default();
        let mut steps = limits::PROBE_STEPS.get();
        let mut thread = 0;
        let mut idle = 0;
        while steps > 0 && idle < state.threads().count() {
            let id = ThreadId(thread);
            // Who waits in a loop lets others go, too.
            let mut turn = steps.min(limits::PROBE_TURN.get());
            steps -= turn;
            let went = go(&machine, &mut state, id, &mut seen, &mut turn);
            steps += turn;
            match went {
                Went::Over => break,
                Went::Far => idle = 0,
                Went::Nowhere => idle += 1,
            }
            let count = state.threads().count() as u32;
            thread = (thread + 1) % count.max(1);
        }
        (state.threads().count(), seen.path.into_iter().collect())
    }
}

/// How far a thread went.
enum Went {
    Nowhere,
    Far,
    /// The program has ended, or cannot be followed.
    Over,
}

/// A thread goes as far as it comes.
fn go(machine: &Machine<'_>, state: &mut State, thread: ThreadId, seen: &mut Seen, steps: &mut u64) -> Went {
    let mut went = Went::Nowhere;
    while *steps > 0 {
        *steps -= 1;
        seen.path.insert((machine.user_site(state, thread), false));
        match machine.at(state, thread) {
            At::Code => match machine.run(state, thread, seen, 1) {
                Pause::Sync | Pause::Choice | Pause::Fuel => {}
                Pause::Finished | Pause::Ignored => return Went::Far,
                _ => return Went::Over,
            },
            At::Sync if machine.alternatives(state, thread) == 0 => return went,
            At::Sync | At::Choice(_) => {
                let choice = machine.usual(state, thread);
                if machine.take(state, thread, choice, seen).is_err() {
                    return Went::Over;
                }
            }
            At::Held | At::End => return went,
        }
        went = Went::Far;
    }
    went
}

/// The places that were come to, by jumps, calls, synchronisation and accesses.
#[derive(Default)]
struct Seen {
    path: BTreeSet<Place>,
}

impl Sink for Seen {
    fn access(&mut self, _: ThreadId, access: Access) {
        self.path.insert((access.site, access.write));
    }
}

impl Observer for Seen {}
