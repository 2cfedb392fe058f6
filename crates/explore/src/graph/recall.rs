//! Taking turns that are [known](super::memo), on the [sketch](super::sketch) of a node.
//!
//! Everything here does what [`search`](super::search) does with the state at hand, in the same order, so
//! that the nodes and their numbers are the same. That needs a node that is *quiet*: every thread waits for
//! its turn to do an operation whose order matters, or has ended, or joins a crew that has not ended. Then no
//! turn of one thread that stays alive lets another go on by itself. What is not known yet is found out with
//! the state at hand.

use super::causality::Known;
use super::memo::{Company, Key, KnownTurn, Recording, SettingId, Taken, TakenId, WaitId};
use super::node::NOBODY;
use super::search::{End, Search};
use super::symmetry::{self, Card, Role};
use super::team::Departure;
use crate::limits;
use crate::store::NodeId;
use raceproof_machine::ThreadId;

/// Who can go on from a node, as far as that is known.
pub(super) enum Only {
    /// Nobody, or several.
    None,
    Thread(ThreadId),
    Unknown,
}

/// What came of following the turns of a thread.
#[derive(Default)]
struct Followed {
    /// There are turns.
    any: bool,
    /// One of them happens sooner or later.
    must: bool,
}

impl Search<'_, '_> {
    /// All threads that there have been.
    fn everyone(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.space.threads()).map(ThreadId)
    }

    /// Sketches a node. Gives its setting if it is quiet; what has to be known of it is found out.
    fn look_at(&mut self, index: u32) -> Result<Option<SettingId>, End> {
        if self.known.sketched == index {
            return Ok(self.known.setting);
        }
        let node = self.visited.nodes[index as usize];
        let (state, sets) = self.visited.edges.roots(&node);
        self.known
            .sketch
            .load(&mut self.visited.store, &self.space, state, sets)?;
        self.known.sketched = index;
        let memory = self.known.sketch.memory(&mut self.visited.store)?;
        self.known.setting = self.known.memo.setting(node.causality, memory);
        let unknown = |t: ThreadId| {
            let leaf = self.known.sketch.thread(&self.space, t);
            leaf != NodeId(0) && self.alike.cards.get(leaf).is_none()
        };
        if self.known.setting.is_none() || self.everyone().any(unknown) {
            self.load(index as usize)?;
            for t in self.everyone() {
                if self.space.thread_leaf(t) != NodeId(0) {
                    self.card(t);
                }
            }
            self.known.setting = match self.known.setting {
                None if self.yielded.contains(&true) || self.space.threads() > limits::MEMO_THREADS => None,
                None => Some(self.add_setting(node.causality)?),
                known => known,
            };
        }
        self.known.setting = self.known.setting.filter(|&setting| self.is_quiet(setting));
        Ok(self.known.setting)
    }

    /// Gets to know the memory of the sketch, which is that of the state at hand, and these clocks, which are
    /// those at hand.
    fn add_setting(&mut self, causality: NodeId) -> Result<SettingId, End> {
        let memory = self.known.sketch.memory(&mut self.visited.store)?;
        if let Some(known) = self.known.memo.setting(causality, memory) {
            return Ok(known);
        }
        let vacant = self
            .everyone()
            .filter(|&t| self.state().has_no_objects(t))
            .fold(0, |bits, t| bits | 1 << t.0);
        let company = (!self.known.memo.has_company(causality)).then(|| Company {
            crews: self.alike.crews.clone(),
            known: self.causality.known_by_clocks(),
            alike: (0..limits::MEMO_THREADS)
                .map(ThreadId)
                .map(|t| {
                    let same = |u: &ThreadId| self.causality.know_the_same(*u, t);
                    (0..t.0).map(ThreadId).find(same).unwrap_or(t)
                })
                .collect(),
        });
        Ok(self.known.memo.add_setting(causality, memory, vacant, company))
    }

    /// A turn was recalled, or had to be taken anew.
    pub fn count_turn(&mut self, recalled: bool) {
        if self.known.memo.is_on() && !self.known.memo.count(recalled, self.budget.memory() / 8) {
            self.known.setting = None;
            self.known.recording = None;
        }
    }

    /// The card of a thread of the sketch, if there is such a thread.
    #[inline]
    fn sketched_card(&self, t: ThreadId) -> Option<(NodeId, Card)> {
        let leaf = self.known.sketch.thread(&self.space, t);
        match leaf {
            NodeId(0) => None,
            _ => Some((leaf, self.alike.cards.get(leaf)?)),
        }
    }

    fn is_quiet(&self, setting: SettingId) -> bool {
        let company = self.known.memo.company(setting);
        let mut alive = 0;
        for t in self.everyone() {
            let Some((_, card)) = self.sketched_card(t) else {
                continue;
            };
            alive += u32::from(card.role.is_alive());
            let has_ended = |m: &ThreadId| {
                let card = self.sketched_card(*m);
                card.is_some_and(|(_, card)| card.role == Role::Finished)
            };
            if card.role == Role::Other
                && !company
                    .crews
                    .iter()
                    .any(|c| c.joiner == t && !c.members.iter().all(has_ended))
            {
                return false;
            }
        }
        alive > 1
    }

    /// What decides the turn of a thread of the sketch.
    #[inline]
    fn key_of(&self, setting: SettingId, thread: ThreadId, leaf: NodeId) -> Key {
        Key {
            setting,
            thread,
            leaf,
            past: self.known.sketch.past(thread),
        }
    }

    /// Which mutex a thread of the state at hand waits for.
    pub fn wait_of(&mut self, t: ThreadId) -> Option<WaitId> {
        let mutex = self.machine.wanted_mutex(self.state(), t)?;
        let position = self.space.bytes_position(mutex, 4)?;
        self.known.memo.wait(mutex, position)
    }

    /// Whether a thread of the sketch with this card has to wait for a mutex, if that is known.
    #[inline]
    fn has_to_wait(&self, t: ThreadId, card: &Card) -> Option<bool> {
        let wait = card.wait?;
        let part = self.known.sketch.part(self.known.memo.wait_position(wait));
        self.known.memo.has_to_wait(wait, t, part)
    }

    /// Expands a node from what is known. Gives whether that was possible.
    pub fn expand_known(&mut self, index: u32) -> Result<bool, End> {
        if !self.known.memo.is_on() {
            return Ok(false);
        }
        let Some(setting) = self.look_at(index)? else {
            self.count_turn(false);
            return Ok(false);
        };
        let doubles = self.sketched_doubles(setting);
        let (mut any, mut must) = (false, false);
        for t in self.everyone() {
            if doubles >> t.0 & 1 != 0 {
                continue;
            }
            // Following an edge leads elsewhere, and the memo may have given up.
            if self.known.memo.is_on() {
                self.look_at(index)?;
            }
            let Some(setting) = self.known.setting.filter(|_| self.known.sketched == index) else {
                let followed = self.follow_anew(index, t)?;
                any |= followed.any;
                must |= followed.must;
                continue;
            };
            let Some((leaf, card)) = self.sketched_card(t) else {
                continue;
            };
            if !matches!(card.role, Role::Insular | Role::Global) {
                continue;
            }
            if self.has_to_wait(t, &card) == Some(true) {
                continue;
            }
            match self.known.memo.known(&self.key_of(setting, t, leaf)) {
                Some(KnownTurn::Blocked) => {}
                Some(KnownTurn::Taken(id)) => {
                    (any, must) = (true, true);
                    self.follow_edge(index, t, 0, Some(id), false)?;
                }
                None => {
                    let followed = self.follow_anew(index, t)?;
                    any |= followed.any;
                    must |= followed.must;
                }
            }
        }
        if !must {
            self.load(index as usize)?;
            self.end_of_path(index, !any)?;
        }
        Ok(true)
    }

    /// Takes the turns of a thread from a quiet node with the state at hand.
    fn follow_anew(&mut self, index: u32, t: ThreadId) -> Result<Followed, End> {
        self.load(index as usize)?;
        if !self
            .state()
            .thread(t)
            .is_some_and(|thread| thread.status().is_alive())
        {
            return Ok(Followed::default());
        }
        let ways = self.ways(t);
        let need_not = self.need_not_move(t);
        self.keep_blocked(index);
        for choice in 0..u64::from(ways) {
            if choice > 0 {
                self.load(index as usize)?;
            }
            if ways == 1 {
                self.begin_recording(index, t)?;
            }
            self.follow_edge(index, t, choice, None, true)?;
        }
        Ok(Followed {
            any: ways > 0,
            must: ways > 0 && !need_not,
        })
    }

    /// Keeps which threads have to wait at a node, which is the one at hand.
    fn keep_blocked(&mut self, index: u32) {
        let Some(setting) = self
            .known
            .setting
            .filter(|_| self.known.sketched == index && self.known.memo.is_on())
        else {
            return;
        };
        for t in self.everyone() {
            let Some((leaf, card)) = self.sketched_card(t) else {
                continue;
            };
            if card.role != Role::Insular {
                continue;
            }
            let waits = self.ways(t) == 0;
            if let Some(wait) = card.wait {
                let part = self.known.sketch.part(self.known.memo.wait_position(wait));
                self.known.memo.set_has_to_wait(wait, t, part, waits);
            } else if waits {
                let key = self.key_of(setting, t, leaf);
                self.known.memo.add_blocked(key);
            }
        }
    }

    /// The turn that a thread is about to take from a node, which is the one at hand and the only one that
    /// the thread can take, may be kept.
    pub fn begin_recording(&mut self, index: u32, thread: ThreadId) -> Result<(), End> {
        self.known.recording = None;
        if !self.known.memo.is_on() {
            return Ok(());
        }
        let Some(setting) = self.look_at(index)? else {
            return Ok(());
        };
        let past = self.known.sketch.past(thread);
        if let Some((leaf, card)) = self.sketched_card(thread)
            && card.role == Role::Insular
            && self.known.memo.past_card(&self.visited.store, past).simple
        {
            self.known.recording = Some(Recording {
                key: self.key_of(setting, thread, leaf),
                momentary: NodeId(0),
                done: false,
            });
        }
        Ok(())
    }

    /// What is known of the turn of a thread from a node.
    pub fn known_turn(&mut self, index: u32, thread: ThreadId) -> Result<Option<TakenId>, End> {
        if !self.known.memo.is_on() {
            return Ok(None);
        }
        let Some(setting) = self.look_at(index)? else {
            return Ok(None);
        };
        let Some((leaf, _)) = self.sketched_card(thread) else {
            return Ok(None);
        };
        match self.known.memo.known(&self.key_of(setting, thread, leaf)) {
            Some(KnownTurn::Taken(id)) => Ok(Some(id)),
            _ => Ok(None),
        }
    }

    /// The operation of the turn that may be kept has been done.
    pub fn record_operation(&mut self) -> Result<(), End> {
        let Some(recording) = &mut self.known.recording else {
            return Ok(());
        };
        recording.done = true;
        if !self.record.momentary.is_empty() {
            self.scratch.bytes.clear();
            // As a past without finished segments.
            self.scratch.bytes.extend([0; 4]);
            self.scratch.momentary.encode(&mut self.scratch.bytes);
            recording.momentary = self.visited.store.intern(&self.scratch.bytes)?;
        }
        Ok(())
    }

    /// Keeps the turn that has been taken, if it was simple. All parts have been stored, and nobody has
    /// changed places yet.
    pub fn record(&mut self) -> Result<(), End> {
        let Some(recording) = self.known.recording.take() else {
            return Ok(());
        };
        let t = recording.key.thread;
        let card = self.card(t);
        let (leaf, past) = (self.space.thread_leaf(t), self.visited.sets.leaf(t.0 as usize));
        let others_stayed = self.everyone().filter(|&u| u != t).all(|u| {
            self.space.thread_leaf(u) == self.known.sketch.thread(&self.space, u)
                && self.visited.sets.leaf(u.0 as usize) == self.known.sketch.past(u)
        });
        let is_simple = recording.done
            && !self.causality.clocks_changed
            && others_stayed
            && self.space.threads() <= limits::MEMO_THREADS
            && matches!(card.role, Role::Insular | Role::Global)
            && self.known.memo.past_card(&self.visited.store, past).simple;
        if !is_simple {
            return Ok(());
        }
        let changes: Vec<(u32, NodeId)> = self.space.updated().collect();
        self.change_sketch(t, leaf, past, &changes);
        let setting = self.add_setting(self.visited.causality_leaf)?;
        self.known
            .memo
            .add_taken(recording, setting, leaf, past, changes.into_iter());
        Ok(())
    }

    fn change_sketch(&mut self, t: ThreadId, leaf: NodeId, past: NodeId, changes: &[(u32, NodeId)]) {
        self.known.sketched = NOBODY;
        self.known
            .sketch
            .set(&self.space, self.space.thread_position(t), leaf);
        self.known.sketch.set_past(t, past);
        for &(position, leaf) in changes {
            self.known.sketch.set(&self.space, position as usize, leaf);
        }
    }

    /// The threads that clocks or segments tell of.
    fn sketched_known(&mut self, setting: SettingId) -> Known {
        let mut known = self.known.memo.company(setting).known;
        for (_, past) in self.known.sketch.pasts() {
            known = known.or(self.known.memo.past_card(&self.visited.store, past).known);
        }
        known
    }

    /// By what a thread with this leaf and past is ordered if it can change places.
    #[inline]
    fn sketched_key(
        &self,
        setting: SettingId,
        known: Known,
        thread: ThreadId,
        leaf: NodeId,
        past: NodeId,
    ) -> Option<(symmetry::Key, Card)> {
        let card = self.alike.cards.get(leaf)?;
        let movable = card.impersonal
            && !known.has(thread)
            && self.known.memo.is_vacant(setting, thread)
            && !self.known.memo.company(setting).is_joiner(thread);
        let end = card.end;
        movable.then_some((
            symmetry::Key {
                end,
                leaf,
                past,
                thread,
            },
            card,
        ))
    }

    /// The threads of the sketch for which another in an equal state goes on, as bits.
    fn sketched_doubles(&mut self, setting: SettingId) -> u64 {
        let known = self.sketched_known(setting);
        let company = self.known.memo.company(setting);
        let mut doubles = 0;
        for crew in &company.crews {
            let mut last: Option<(symmetry::Key, Card)> = None;
            for &t in &crew.members {
                let leaf = self.known.sketch.thread(&self.space, t);
                let Some(this) = self.sketched_key(setting, known, t, leaf, self.known.sketch.past(t)) else {
                    continue;
                };
                if let Some((key, card)) = last
                    && (key.leaf, key.past) == (this.0.leaf, this.0.past)
                    && !card.named
                    && company.alike.get(key.thread.0 as usize) == company.alike.get(t.0 as usize)
                {
                    doubles |= 1 << key.thread.0;
                }
                last = Some(this);
            }
        }
        doubles
    }

    /// Whether nobody has to change places after a turn. Before it everybody was in their place. What
    /// segments tell of does not change with a turn, for the past of its thread has none.
    fn stays_in_place(&mut self, thread: ThreadId, taken: Taken) -> bool {
        let Some(setting) = self.known.setting else {
            return false;
        };
        if !self.known.memo.has_same_vacancies(setting, taken.setting) {
            return false;
        }
        let known = self.sketched_known(setting);
        let mut crews = self.known.memo.company(setting).crews.iter();
        let Some((crew, at)) = crews.find_map(|c| Some((c, c.members.binary_search(&thread).ok()?))) else {
            return true;
        };
        let key = |u: &ThreadId| {
            let (leaf, past) = (
                self.known.sketch.thread(&self.space, *u),
                self.known.sketch.past(*u),
            );
            self.sketched_key(setting, known, *u, leaf, past)
                .map(|(key, _)| key)
        };
        let Some((mine, _)) = self.sketched_key(setting, known, thread, taken.leaf, taken.past) else {
            return true;
        };
        let before = crew.members[..at].iter().rev().find_map(key);
        let after = crew.members[at + 1..].iter().find_map(key);
        before.is_none_or(|before| self.compare(&before, &mine).is_le())
            && after.is_none_or(|after| self.compare(&mine, &after).is_le())
    }

    /// Lets the sketch of a node be what comes of a turn. Gives whether that was possible; if not, it is
    /// still that of the node.
    pub fn recall(&mut self, thread: ThreadId, id: TakenId) -> Result<bool, End> {
        let taken = self.known.memo.taken(id);
        for (u, past) in self.known.sketch.pasts() {
            if u != thread
                && (self.known.memo.conflict(&self.visited.store, taken.past, past)
                    || self
                        .known
                        .memo
                        .conflict(&self.visited.store, taken.momentary, past))
            {
                return Ok(false);
            }
        }
        if !self.stays_in_place(thread, taken) {
            return Ok(false);
        }
        let changes = self.known.memo.changes(&taken);
        self.known.sketched = NOBODY;
        self.known
            .sketch
            .set(&self.space, self.space.thread_position(thread), taken.leaf);
        self.known.sketch.set_past(thread, taken.past);
        for &(position, leaf) in changes {
            self.known.sketch.set(&self.space, position as usize, leaf);
        }
        self.known.setting = Some(taken.setting);
        Ok(true)
    }

    /// Makes a node of the sketch, to which a turn from `parent` led, unless a visited one covers it.
    pub fn arrive_recalled(&mut self, parent: u32, thread: ThreadId) -> Result<Option<u32>, End> {
        let causality = self.visited.nodes[parent as usize].causality;
        let way = self.way(parent, thread, 0);
        if let Some(team) = &mut self.team {
            let (state, sets) = self.known.sketch.leaves();
            let node = Departure {
                state,
                sets,
                causality,
            };
            if team.send_away(&self.visited.store, &self.space, node, way) {
                return Ok(None);
            }
        }
        let (state, sets) = self.known.sketch.roots(&mut self.visited.store)?;
        let new = self.place((state, sets, causality), way, false)?;
        if let Some(new) = new {
            self.known.sketched = new;
        }
        Ok(new)
    }

    /// Who can go on from the node that was sketched last, to which a known turn led: it is quiet.
    pub fn only_known(&self) -> Only {
        let Some(setting) = self.known.setting else {
            return Only::Unknown;
        };
        let mut only = None;
        let mut unknown = false;
        for t in self.everyone() {
            let Some((leaf, card)) = self.sketched_card(t) else {
                continue;
            };
            match card.role {
                Role::Insular => {
                    let waits = self.has_to_wait(t, &card).or_else(|| {
                        let answer = self.known.memo.known(&self.key_of(setting, t, leaf))?;
                        Some(matches!(answer, KnownTurn::Blocked))
                    });
                    match waits {
                        Some(true) => {}
                        Some(false) if only.replace(t).is_some() => return Only::None,
                        Some(false) => {}
                        None => unknown = true,
                    }
                }
                Role::Global => unknown = true,
                _ => {}
            }
        }
        match only {
            _ if unknown => Only::Unknown,
            Some(t) => Only::Thread(t),
            None => Only::None,
        }
    }

    /// The same with the state of the node at hand.
    pub fn only_turn_anew(&mut self, index: u32) -> Result<Option<ThreadId>, End> {
        self.load(index as usize)?;
        self.keep_blocked(index);
        Ok(self.only_turn())
    }
}
