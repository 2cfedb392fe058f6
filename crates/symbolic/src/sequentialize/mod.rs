//! Lazy sequentialization: the bounded program's executions as a formula (sections 3 and 4 of the paper).
//!
//! An execution is a number of rounds; in each round every thread has one context, in the order in which the
//! threads are created. A context executes some consecutive statements of its thread. How far a thread has
//! come after each round is a row of truth values, one for each statement (the paper's `pc` in unary); they
//! are free, so the solver guesses the context switches. Memory is a word for each cell, which each context's
//! writes turn into another.
//!
//! **Races.** After the last round, two threads are about to make accesses that conflict. This is the paper's
//! pair of contexts C1 and C2 without executing the two accesses, so no shadow memory is needed and both
//! orders of read and write are one case. Accesses that can be next to each other in an execution are
//! unordered by happens-before. The converse holds where whoever sees what another thread did is ordered
//! after it; where it may not hold (relaxed atomics, failed try-locks, swaps that race), happens-before
//! itself is part of the formula: see [`know`](crate::know).
//!
//! **Completeness.** A context in a later round than the first must begin with a statement that depends on
//! one that was executed since the thread's previous context; otherwise it could as well have been executed
//! there. Every execution can be brought into this form without changing what is ordered by dependence. So if
//! no execution in this form uses the last round, fewer rounds are enough for all executions, and the absence
//! of a race is a proof.

mod memory;
mod question;
mod wait;

use std::collections::{BTreeMap, BTreeSet};

use crate::bounded::{Bounded, Place, Special, Statement};
use crate::execute::{DEAD, inside};
use crate::formula::Formula;
use crate::know::Knowledge;
use crate::reach::Reach;
use crate::term::Term;

/// A statement, by thread and number.
pub(crate) type Which = (usize, usize);

/// Places that an access can be at, and for each the condition that it is there (none if it is the only one).
struct Spots {
    places: Vec<(u32, u32)>,
    conditions: Vec<Option<Term>>,
    /// Objects whose life can end, with the condition that this one is meant.
    mortal: Vec<(u32, Term)>,
    /// Whether the access is at one of the places, which may be the first of too many.
    followed: Term,
}

/// The formula of a bounded program, growing by rounds.
pub(crate) struct Sequence<'f, 'b> {
    pub formula: &'f mut Formula<'b>,
    pub bounded: &'f Bounded,
    reach: Reach,
    /// Bytes of a cell of each object.
    grain: Vec<u32>,
    memory: BTreeMap<(u32, u32), Term>,
    /// Whether nobody has written a cell whose bytes may be anything.
    ghosts: BTreeMap<(u32, u32), Term>,
    /// Reads of such cells: where, and the condition.
    pub unwritten: Vec<(Place, Term)>,
    dead: BTreeMap<u32, Term>,
    /// Whether nobody may join each thread any more.
    joined: Vec<Term>,
    spots: BTreeMap<(Term, u32), Spots>,
    /// For each round and thread: whether each statement is behind the thread at the end of its context.
    pub passed: Vec<Vec<Vec<Term>>>,
    /// For each round and thread: whether each statement is executed in its context.
    pub executed: Vec<Vec<Vec<Term>>>,
    /// Whether some thread has stopped inside an atomic block, so that nobody may go on.
    halted: Term,
    /// Which thread has.
    stuck: Vec<Term>,
    /// What each statement depends on in other threads, and the condition.
    depends: BTreeMap<Which, Vec<(Which, Term)>>,
    /// The sleeping statements.
    waits: Vec<(Which, Term, u32)>,
    /// For each signal and sleeper, whether it wakes that one.
    pub picks: BTreeMap<(Which, Which), Term>,
    races: Vec<(Which, Which, Term)>,
    /// Who knows of a marked access, where that is needed.
    pub knowledge: Option<Knowledge>,
}

/// A race that the formula can have: the two statements and the condition.
pub(crate) type Pair = (Which, Which, Term);

impl<'f, 'b> Sequence<'f, 'b> {
    /// The formula without any round.
    pub fn new(formula: &'f mut Formula<'b>, bounded: &'f Bounded) -> Sequence<'f, 'b> {
        let reach = Reach::new(bounded, &mut formula.terms);
        let halted = formula.terms.bool(false);
        let no = formula.terms.bool(false);
        let detached = bounded.threads.iter().map(|t| t.detached);
        let joined = detached.map(|d| formula.terms.bool(d)).collect();
        let mut sequence = Sequence {
            formula,
            bounded,
            reach,
            grain: vec![8; bounded.objects.len()],
            memory: BTreeMap::new(),
            ghosts: BTreeMap::new(),
            unwritten: Vec::new(),
            dead: BTreeMap::new(),
            joined,
            spots: BTreeMap::new(),
            passed: Vec::new(),
            executed: Vec::new(),
            halted,
            stuck: vec![no; bounded.threads.len()],
            depends: BTreeMap::new(),
            waits: Vec::new(),
            picks: BTreeMap::new(),
            races: Vec::new(),
            knowledge: None,
        };
        sequence.prepare();
        sequence.begin_to_know();
        sequence
    }

    pub(super) fn statements(&self) -> impl Iterator<Item = (Which, &'f Statement)> + use<'f> {
        let threads = &self.bounded.threads;
        threads.iter().enumerate().flat_map(|(t, thread)| {
            thread
                .statements
                .iter()
                .enumerate()
                .map(move |(j, s)| ((t, j), s))
        })
    }

    pub(super) fn prepare(&mut self) {
        for &constraint in &self.bounded.constraints {
            self.formula.assert(constraint);
        }
        for &(variable, address, length, write) in &self.bounded.inside {
            let objects = self.reach.of(&mut self.formula.terms, address);
            let terms = &mut self.formula.terms;
            let value = inside(terms, &self.bounded.objects, &objects, address, length, write);
            let yes = terms.bool(true);
            self.formula.assert_equal_if(yes, variable, value);
        }
        for ((o, at), &byte) in &self.bounded.memory {
            if *at == DEAD {
                self.dead.insert(*o, byte);
            }
        }
        let no = self.formula.terms.bool(false);
        for (which, statement) in self.statements() {
            match statement.special {
                Special::Free { address } => {
                    for o in self.reach.of(&mut self.formula.terms, address) {
                        self.dead.entry(o).or_insert(no);
                    }
                }
                Special::Sleep { condition, object } => self.waits.push((which, condition, object)),
                _ => {}
            }
        }
        let mut accesses: BTreeSet<(Term, u32)> = BTreeSet::new();
        for (_, statement) in self.statements() {
            accesses.extend(statement.reads.iter().map(|r| (r.address, r.length)));
            accesses.extend(statement.writes.iter().map(|w| (w.address, w.length)));
        }
        for &(address, length) in &accesses {
            let spots = self.find_spots(address, length);
            let low = self.formula.terms.offset_of(address);
            let zeros = self.formula.terms.trailing_zeros(low).min(3);
            let grain = (1 << zeros).min(1 << length.trailing_zeros().min(3));
            for &(o, _) in &spots.places {
                let known = &mut self.grain[o as usize];
                *known = (*known).min(grain);
            }
            self.spots.insert((address, length), spots);
        }
        for &(_, _, object) in &self.waits {
            self.grain[object as usize] = 4;
        }
        // An object that does not end with a whole cell has smaller ones.
        for (o, object) in self.bounded.objects.iter().enumerate() {
            while object.size % self.grain[o] != 0 {
                self.grain[o] /= 2;
            }
        }
        self.find_conflicts();
    }

    /// Whether all places that a statement uses are followed.
    pub fn follows(&mut self, statement: &Statement) -> Term {
        let read = statement.reads.iter().map(|r| (r.address, r.length));
        let used = read.chain(statement.writes.iter().map(|w| (w.address, w.length)));
        let followed: Vec<Term> = used
            .filter_map(|key| self.spots.get(&key).map(|spots| spots.followed))
            .collect();
        self.formula.terms.all(followed)
    }

    /// The objects that a statement touches.
    fn used_by(&mut self, statement: &Statement) -> BTreeSet<u32> {
        let mut objects = BTreeSet::new();
        for touch in &statement.touches {
            match self.formula.terms.constant(touch.address) {
                Some(address) => {
                    objects.insert(self.formula.terms.shape.place(address).0);
                }
                None => objects.extend(self.reach.of(&mut self.formula.terms, touch.address)),
            }
        }
        objects
    }

    /// Finds what depends on what, and what can race.
    pub(super) fn find_conflicts(&mut self) {
        let all: Vec<(Which, &Statement)> = self.statements().collect();
        // Statements that have no object in common have nothing to do with each other, but for threads that
        // are created and awaited. Whoever works on threads is compared with all.
        let mut users: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut of_threads = Vec::new();
        for (n, (_, statement)) in all.iter().enumerate() {
            if matches!(
                statement.special,
                Special::Join { .. } | Special::Create(_) | Special::Await(_)
            ) {
                of_threads.push(n);
            }
            for object in self.used_by(statement) {
                users.entry(object).or_default().push(n);
            }
        }
        for (n, &(a, x)) in all.iter().enumerate() {
            if self.formula.is_over() {
                return;
            }
            let is_of_threads = of_threads.contains(&n);
            let mut others: BTreeSet<usize> = match is_of_threads {
                true => (n + 1..all.len()).collect(),
                false => of_threads.iter().copied().collect(),
            };
            for object in self.used_by(x) {
                others.extend(&users[&object]);
            }
            for &(b, y) in others.range(n + 1..).map(|&other| &all[other]) {
                if a.0 == b.0 {
                    continue;
                }
                let (mut depends, mut race) =
                    (self.formula.terms.bool(false), self.formula.terms.bool(false));
                for p in &x.touches {
                    for q in &y.touches {
                        let write = self.formula.terms.or(p.write, q.write);
                        if self.formula.terms.is_false(write) {
                            continue;
                        }
                        let overlap = self.overlap(p, q);
                        depends = self.formula.terms.or(depends, overlap);
                        if p.races && q.races && !(p.atomic && q.atomic) {
                            let conflict = self.formula.terms.all([overlap, write, p.when, q.when]);
                            race = self.formula.terms.or(race, conflict);
                        }
                    }
                }
                for (s, (to, other)) in [(x, (b, y)), (y, (a, x))] {
                    if let Special::Join { handle, .. } = s.special
                        && other.special == Special::End
                    {
                        let number = self.formula.terms.handle(to.0);
                        let awaited = self.formula.terms.eq(handle, number);
                        depends = self.formula.terms.or(depends, awaited);
                    }
                    if let Special::Await(list) = s.special
                        && other.special == Special::End
                    {
                        for &(_, one) in self.bounded.awaited[list].iter().filter(|(t, _)| *t == to.0) {
                            depends = self.formula.terms.or(depends, one);
                        }
                    }
                    if s.special == Special::Create(to.0) {
                        depends = self.formula.terms.bool(true);
                    }
                }
                if !self.formula.terms.is_false(depends) {
                    self.depends.entry(a).or_default().push((b, depends));
                    self.depends.entry(b).or_default().push((a, depends));
                }
                if !self.formula.terms.is_false(race) {
                    self.races.push((a, b, race));
                }
            }
        }
    }

    pub(super) fn behind(&mut self, round: usize, t: usize, j: usize) -> Term {
        // The thread's context of this round if it has been, else the one before.
        let row = self.passed.get(round).and_then(|r| r.get(t));
        let row = match (row, round.checked_sub(1)) {
            (Some(row), _) => Some(row),
            (None, Some(before)) => self.passed[before].get(t),
            (None, None) => None,
        };
        match row.and_then(|row| row.get(j)) {
            Some(&term) => term,
            None => self.formula.terms.bool(false),
        }
    }

    /// Whether a thread exists.
    pub(super) fn created(&mut self, round: usize, t: usize) -> Term {
        match self.bounded.threads[t].creator {
            None => self.formula.terms.bool(true),
            Some((c, j)) => {
                let guard = self.bounded.threads[c].statements.get(j).map(|s| s.guard);
                let behind = self.behind(round, c, j);
                match guard {
                    Some(guard) => self.formula.terms.and(guard, behind),
                    None => self.formula.terms.bool(false),
                }
            }
        }
    }

    /// Whether a thread has ended.
    pub(super) fn ended(&mut self, round: usize, t: usize) -> Term {
        let statements = &self.bounded.threads[t].statements;
        match statements.last() {
            Some(last) if last.special == Special::End => {
                let behind = self.behind(round, t, statements.len() - 1);
                self.formula.terms.and(behind, last.guard)
            }
            _ => self.formula.terms.bool(false),
        }
    }

    pub(super) fn imply(&mut self, a: Term, b: Term) {
        let not = self.formula.terms.not(a);
        self.formula.assert_any(&[not, b]);
    }

    /// Adds a round.
    pub fn add_round(&mut self) {
        let k = self.passed.len();
        self.passed.push(Vec::new());
        self.executed.push(Vec::new());
        for t in 0..self.bounded.threads.len() {
            self.add_context(k, t);
        }
    }

    pub(super) fn add_context(&mut self, k: usize, t: usize) {
        let statements = &self.bounded.threads[t].statements;
        let exists = self.created(k, t);
        let halted = self.halted;
        let running = self.formula.terms.not(halted);
        let (mut row, mut executed) = (Vec::new(), Vec::new());
        let mut started = self.formula.terms.bool(false);
        for (j, statement) in statements.iter().enumerate() {
            // Whoever asks the formula gets no answer then.
            if self.formula.is_over() {
                return;
            }
            let passed = self.formula.terms.var(1);
            match row.last() {
                Some(&before) => self.imply(passed, before),
                None => self.imply(passed, exists),
            }
            let earlier = match k {
                0 => self.formula.terms.bool(false),
                _ => self.passed[k - 1][t][j],
            };
            if k > 0 {
                self.imply(earlier, passed);
            }
            row.push(passed);
            let terms = &mut self.formula.terms;
            let not = terms.not(earlier);
            let moves = terms.and(passed, not);
            let exec = terms.and(moves, statement.guard);
            executed.push(exec);
            if !self.formula.terms.is_true(running) {
                self.imply(exec, running);
            }
            if k > 0 {
                self.justify(k, (t, j), exec, started);
            }
            started = self.formula.terms.or(started, exec);
            self.execute(k, (t, j), statement, exec);
        }
        for (b, statement) in statements.iter().enumerate() {
            if statement.special == Special::Begin {
                let inside = self.inside_block(t, b, &row);
                self.halted = self.formula.terms.or(self.halted, inside);
                self.stuck[t] = self.formula.terms.or(self.stuck[t], inside);
            }
        }
        self.passed[k].push(row);
        self.executed[k].push(executed);
        // A block's first statement stands for all of it, so what justifies it is known only now.
        if k > 0 {
            for (j, statement) in statements.iter().enumerate() {
                if statement.special == Special::Begin {
                    self.justify_block(k, (t, j));
                }
            }
        }
    }

    /// Whether a thread that has come so far has begun an atomic block and not finished it.
    pub(super) fn inside_block(&mut self, t: usize, b: usize, passed: &[Term]) -> Term {
        let statements = &self.bounded.threads[t].statements;
        let mut inside = self.formula.terms.and(passed[b], statements[b].guard);
        for (j, statement) in statements.iter().enumerate() {
            if statement.block == Some(b) && statement.special == Special::Finish {
                let finished = self.formula.terms.and(passed[j], statement.guard);
                let not = self.formula.terms.not(finished);
                inside = self.formula.terms.and(inside, not);
            }
        }
        inside
    }

    /// What of the things that a statement depends on happened since the thread's previous context.
    pub(super) fn reasons(&mut self, k: usize, which: Which) -> Vec<Term> {
        let mut reasons = Vec::new();
        let list = self.depends.get(&which).cloned().unwrap_or_default();
        for ((t, i), condition) in list {
            let round = if t > which.0 { k - 1 } else { k };
            if let Some(&exec) = self.executed[round].get(t).and_then(|row| row.get(i)) {
                let both = self.formula.terms.and(exec, condition);
                if !self.formula.terms.is_false(both) {
                    reasons.push(both);
                }
            }
        }
        reasons
    }

    /// The first statement of a context depends on something that happened since the thread's previous
    /// context.
    pub(super) fn justify(&mut self, k: usize, which: Which, exec: Term, started: Term) {
        if self.bounded.threads[which.0].statements[which.1].special == Special::Begin {
            return;
        }
        let mut clause = self.reasons(k, which);
        let not = self.formula.terms.not(exec);
        clause.extend([not, started]);
        self.formula.assert_any(&clause);
    }

    pub(super) fn justify_block(&mut self, k: usize, (t, b): Which) {
        let statements = &self.bounded.threads[t].statements;
        let row = self.executed[k][t].clone();
        let mut clause = vec![self.formula.terms.not(row[b])];
        clause.extend(row[..b].iter().copied());
        // A block that is not left is the last thing that happens, in whatever round it was begun.
        let passed = self.passed[k][t].clone();
        let inside = self.inside_block(t, b, &passed);
        clause.push(inside);
        for (j, statement) in statements.iter().enumerate() {
            if statement.block == Some(b) || j == b {
                for reason in self.reasons(k, (t, j)) {
                    let both = self.formula.terms.and(reason, row[j]);
                    clause.push(both);
                }
            }
        }
        self.formula.assert_any(&clause);
    }

    /// What a statement does if it is executed.
    pub(super) fn execute(&mut self, k: usize, which: Which, statement: &Statement, exec: Term) {
        for read in &statement.reads {
            let there = self.read(read.address, read.length);
            self.formula.assert_equal_if(exec, read.value, there);
            let unwritten = self.is_unwritten(read.address, read.length);
            let happens = self.formula.terms.all([exec, unwritten, read.when]);
            if !self.formula.terms.is_false(happens) {
                self.unwritten.push((statement.place, happens));
            }
        }
        let followed = self.follows(statement);
        for condition in [statement.enabled, statement.defined, followed] {
            if !self.formula.terms.is_true(condition) {
                self.imply(exec, condition);
            }
        }
        let gone = self.gone(statement);
        if !self.formula.terms.is_false(gone) {
            let alive = self.formula.terms.not(gone);
            self.imply(exec, alive);
        }
        for write in &statement.writes {
            let when = self.formula.terms.and(exec, write.when);
            self.write(write.address, write.value, write.length, when);
            self.note_written(write.address, write.length, when, write.unset);
        }
        self.know(which, statement, exec);
        match statement.special {
            Special::Join { handle, result } => {
                let mut clause = vec![self.formula.terms.not(exec)];
                for (t, named) in self.named(handle) {
                    if t == which.0 {
                        continue;
                    }
                    let ended = self.ended(k, t);
                    let fresh = self.formula.terms.not(self.joined[t]);
                    let free = self.formula.terms.and(ended, fresh);
                    let now = self.formula.terms.and(named, free);
                    clause.push(now);
                    let happens = self.formula.terms.and(exec, named);
                    if let Some(value) = self.bounded.threads[t].result {
                        self.formula.assert_equal_if(happens, result, value);
                    }
                    self.joined[t] = self.formula.terms.or(self.joined[t], happens);
                }
                self.formula.assert_any(&clause);
            }
            Special::Detach { handle } => {
                let mut clause = vec![self.formula.terms.not(exec)];
                for (t, named) in self.named(handle) {
                    let fresh = self.formula.terms.not(self.joined[t]);
                    clause.push(self.formula.terms.and(named, fresh));
                    let happens = self.formula.terms.and(exec, named);
                    self.joined[t] = self.formula.terms.or(self.joined[t], happens);
                }
                self.formula.assert_any(&clause);
            }
            Special::Await(list) => {
                let waits = self.unfinished(k, which.0, list);
                let over = self.formula.terms.not(waits);
                self.imply(exec, over);
            }
            Special::Destroy { condition } => {
                let awaited = self.awaited(condition);
                let alone = self.formula.terms.not(awaited);
                self.imply(exec, alone);
            }
            Special::Signal { condition, all } => self.signal(which, condition, all, exec),
            Special::Free { address } => {
                for o in self.reach.of(&mut self.formula.terms, address) {
                    let terms = &mut self.formula.terms;
                    let (high, number) = (terms.object_of(address), terms.object_number(o));
                    let there = terms.eq(high, number);
                    let now = terms.and(exec, there);
                    if let Some(dead) = self.dead.get_mut(&o) {
                        *dead = terms.or(*dead, now);
                    }
                }
            }
            Special::None
            | Special::Create(_)
            | Special::End
            | Special::Sleep { .. }
            | Special::Begin
            | Special::Finish => {}
        }
    }

    /// The threads that a handle can name, each with the condition.
    pub(super) fn named(&mut self, handle: Term) -> Vec<(usize, Term)> {
        let mut out = Vec::new();
        for t in 0..self.bounded.threads.len() {
            let number = self.formula.terms.handle(t);
            let named = self.formula.terms.eq(handle, number);
            if !self.formula.terms.is_false(named) {
                out.push((t, named));
            }
        }
        out
    }

    /// Whether an object that a statement uses has ended.
    pub(super) fn gone(&mut self, statement: &Statement) -> Term {
        let mut gone = self.formula.terms.bool(false);
        let used = statement.reads.iter().map(|r| (r.address, r.length));
        let used: BTreeSet<(Term, u32)> = used
            .chain(statement.writes.iter().map(|w| (w.address, w.length)))
            .collect();
        for key in used {
            let mortal = self.spots.get(&key).map(|s| s.mortal.clone()).unwrap_or_default();
            for (o, there) in mortal {
                if let Some(&dead) = self.dead.get(&o) {
                    let both = self.formula.terms.and(there, dead);
                    gone = self.formula.terms.or(gone, both);
                }
            }
        }
        if let Special::Free { address } = statement.special {
            for o in self.reach.of(&mut self.formula.terms, address) {
                let heap = self.bounded.objects[o as usize].heap;
                let races = statement.touches.iter().any(|t| t.races);
                let terms = &mut self.formula.terms;
                let (high, number) = (terms.object_of(address), terms.object_number(o));
                let there = terms.eq(high, number);
                // A second release, or one of what was never allocated.
                let bad = match self.dead.get(&o) {
                    Some(&dead) if heap => terms.and(there, dead),
                    _ if races && !heap => there,
                    _ => continue,
                };
                gone = terms.or(gone, bad);
            }
        }
        gone
    }

    /// The pairs of statements that conflict, with the conditions.
    pub fn conflicts(&self) -> &[Pair] {
        &self.races
    }
}
