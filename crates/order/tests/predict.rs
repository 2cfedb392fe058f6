//! The predictive orders on the histories of the papers, and on random ones against their definitions.

use raceproof_order::{Action, Dc, Edge, Predict, ThreadId, Wcp};

use Action::{Acquire, Read, Release, Write};
use random_trace::{count, long_trace, numbers, random_trace};

mod random_trace;

const X: u64 = 1;
const Y: u64 = 2;
const L: u64 = 100;
const M: u64 = 101;

/// The first race predicted: positions of the two events.
fn race(order: &mut dyn Predict, trace: &[(u32, Action)]) -> Option<(usize, usize)> {
    for (i, &(t, action)) in trace.iter().enumerate() {
        if let Some(earlier) = order.apply(ThreadId(t), action, i as u64) {
            return Some((earlier as usize, i));
        }
    }
    None
}

/// Happens-before, as the definition of a race: fewer races than either.
#[derive(Default)]
struct Hb(
    raceproof_order::HappensBefore,
    Vec<(u32, Action, raceproof_order::Epoch)>,
);

impl Hb {
    fn race(trace: &[(u32, Action)]) -> Option<(usize, usize)> {
        let mut hb = Hb(raceproof_order::HappensBefore::new(), Vec::new());
        for (i, &(t, action)) in trace.iter().enumerate() {
            let id = ThreadId(t);
            hb.0.apply(id, Edge::Join(id));
            let channel = |key| raceproof_order::Channel { key, lane: 0 };
            match action {
                Acquire(l) => hb.0.apply(id, Edge::Acquire(channel(l))),
                Release(l) => hb.0.apply(id, Edge::Release(channel(l))),
                Action::Hand(edge) => hb.0.apply(id, edge),
                Read(x) | Write(x) => {
                    let clock = hb.0.clock(id);
                    let conflict =
                        |&(_, (u, other, epoch)): &(usize, (u32, Action, raceproof_order::Epoch))| {
                            let both = match (other, action) {
                                (Write(y), Read(_) | Write(_)) | (Read(y), Write(_)) => x == y,
                                _ => false,
                            };
                            u != t && both && !clock.knows(epoch)
                        };
                    if let Some((j, _)) = hb.1.iter().copied().enumerate().rfind(conflict) {
                        return Some((j, i));
                    }
                }
            }
            hb.1.push((t, action, hb.0.epoch(id)));
        }
        None
    }
}

/// Figure 1 of the paper on DC: a predictable race that it does not predict.
#[test]
fn figure_1_is_not_predicted() {
    let trace = [
        (1, Acquire(L)),
        (1, Write(X)),
        (1, Release(L)),
        (2, Acquire(L)),
        (2, Write(X)),
        (2, Release(L)),
        (2, Write(X)),
    ];
    assert_eq!(race(&mut Dc::single_lock(), &trace), None);
    assert_eq!(race(&mut Dc::new(), &trace), None);
    assert_eq!(race(&mut Wcp::new(), &trace), None);
    assert_eq!(Hb::race(&trace), None);
}

/// Sections that do not conflict do not order: both predict the race that happens-before hides.
#[test]
fn an_empty_section_hides_a_race_from_happens_before_only() {
    let trace = [
        (1, Write(Y)),
        (1, Acquire(L)),
        (1, Write(X)),
        (1, Release(L)),
        (2, Acquire(L)),
        (2, Release(L)),
        (2, Write(Y)),
    ];
    assert_eq!(Hb::race(&trace), None);
    assert_eq!(race(&mut Wcp::new(), &trace), Some((0, 6)));
    assert_eq!(race(&mut Dc::new(), &trace), Some((0, 6)));
    assert_eq!(race(&mut Dc::single_lock(), &trace), Some((0, 6)));
}

/// Composition with happens-before: a conflict of sections of M orders what L ordered before, in WCP and not
/// in DC.
#[test]
fn wcp_composes_with_happens_before_and_dc_does_not() {
    let trace = [
        (1, Write(Y)),
        (1, Acquire(L)),
        (1, Release(L)),
        (2, Acquire(L)),
        (2, Release(L)),
        (2, Acquire(M)),
        (2, Write(X)),
        (2, Release(M)),
        (3, Acquire(M)),
        (3, Write(X)),
        (3, Release(M)),
        (3, Write(Y)),
    ];
    assert_eq!(Hb::race(&trace), None);
    assert_eq!(race(&mut Wcp::new(), &trace), None);
    assert_eq!(race(&mut Dc::new(), &trace), Some((0, 11)));
}

#[test]
fn creation_and_join_order() {
    let trace = [
        (0, Write(X)),
        (0, Action::Hand(Edge::Fork(ThreadId(1)))),
        (1, Write(X)),
        (0, Action::Hand(Edge::Join(ThreadId(1)))),
        (0, Write(X)),
    ];
    assert_eq!(race(&mut Dc::new(), &trace), None);
    assert_eq!(race(&mut Wcp::new(), &trace), None);
}

/// Every race by happens-before is predicted by WCP, every one by WCP is by DC; and with one lock the two
/// forms of DC agree.
#[test]
fn weaker_orders_predict_more() {
    let mut seed = 1u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % n
    };
    let mut found = [0; 3];
    for round in 0..count(20_000) {
        let locks = if round % 2 == 0 { 1 } else { 2 };
        let mut held: [Vec<u64>; 3] = Default::default();
        let mut trace = Vec::new();
        while trace.len() < 18 {
            let t = below(3) as usize;
            let action = match below(4) {
                // Outside of sections almost everything would be a race.
                0 | 1 if held[t].is_empty() && below(16) > 0 => continue,
                0 => Read(below(5)),
                1 => Write(below(5)),
                2 if held[t].is_empty() || locks == 2 && held[t].len() == 1 => {
                    let l = L + below(locks);
                    if held.iter().flatten().any(|&h| h == l) {
                        continue;
                    }
                    held[t].push(l);
                    Acquire(l)
                }
                3 => match held[t].pop() {
                    Some(l) => Release(l),
                    None => continue,
                },
                _ => continue,
            };
            trace.push((t as u32, action));
        }
        let hb = Hb::race(&trace);
        let wcp = race(&mut Wcp::new(), &trace);
        let dc = race(&mut Dc::new(), &trace);
        for (n, r) in found.iter_mut().zip([hb, wcp, dc]) {
            *n += u32::from(r.is_some());
        }
        assert!(wcp.is_some() || hb.is_none(), "{trace:?}");
        assert!(dc.is_some() || wcp.is_none(), "{trace:?}");
        if locks == 1 {
            let single = race(&mut Dc::single_lock(), &trace);
            assert_eq!(single.is_some(), dc.is_some(), "{trace:?}");
        }
    }
    assert!(found[0] < found[1] && found[1] < found[2], "{found:?}");
}

/// The orders by their definitions: the smallest relations on the events of a trace that are closed under the
/// rules.
mod definition {
    use super::*;

    /// For each event, those that it comes after.
    pub type Relation = Vec<Vec<bool>>;

    /// A critical section: its lock, thread and events, the acquisition included, and its release, if the
    /// trace has it.
    struct Section {
        lock: u64,
        thread: u32,
        events: Vec<usize>,
        release: Option<usize>,
    }

    fn sections(trace: &[(u32, Action)]) -> Vec<Section> {
        let mut all: Vec<Section> = Vec::new();
        for (i, &(thread, action)) in trace.iter().enumerate() {
            if let Acquire(lock) = action {
                all.push(Section {
                    lock,
                    thread,
                    events: Vec::new(),
                    release: None,
                });
            }
            for section in all
                .iter_mut()
                .filter(|s| s.thread == thread && s.release.is_none())
            {
                section.events.push(i);
                if action == Release(section.lock) {
                    section.release = Some(i);
                }
            }
        }
        all
    }

    pub fn conflict((t, a): (u32, Action), (u, b): (u32, Action)) -> bool {
        let same = match (a, b) {
            (Write(x), Write(y)) | (Write(x), Read(y)) | (Read(x), Write(y)) => x == y,
            _ => false,
        };
        same && t != u
    }

    fn close(relation: &mut Relation) {
        // An event comes after earlier ones only, so one pass in the order of the trace is enough.
        for j in 0..relation.len() {
            for i in (0..j).rev() {
                if relation[j][i] {
                    let before = relation[i][..i].to_vec();
                    let row = relation[j].iter_mut().zip(before);
                    row.for_each(|(known, is_before)| *known |= is_before);
                }
            }
        }
    }

    /// The order of threads, with what hands over knowledge.
    pub fn threads(trace: &[(u32, Action)]) -> Relation {
        let mut relation = vec![vec![false; trace.len()]; trace.len()];
        for (j, &(u, b)) in trace.iter().enumerate() {
            for (i, &(t, a)) in trace[..j].iter().enumerate() {
                relation[j][i] = t == u
                    || match (a, b) {
                        (Action::Hand(Edge::Fork(child)), _) if child.0 == u => true,
                        (_, Action::Hand(Edge::Join(child))) if child.0 == t => true,
                        (Action::Hand(Edge::Fork(begun)), Action::Hand(Edge::Join(ended))) => begun == ended,
                        (Action::Hand(Edge::Release(c)), Action::Hand(Edge::Acquire(d))) => c == d,
                        _ => false,
                    };
            }
        }
        close(&mut relation);
        relation
    }

    pub fn happens_before(trace: &[(u32, Action)]) -> Relation {
        let mut relation = threads(trace);
        for (j, &(_, b)) in trace.iter().enumerate() {
            for (i, &(_, a)) in trace[..j].iter().enumerate() {
                relation[j][i] |= matches!((a, b), (Release(l), Acquire(m)) if l == m);
            }
        }
        close(&mut relation);
        relation
    }

    /// Adds that the release of a section comes before an access of a later one of the lock that conflicts
    /// with one of its own.
    fn order_conflicts(trace: &[(u32, Action)], sections: &[Section], relation: &mut Relation) {
        for (n, later) in sections.iter().enumerate() {
            for earlier in sections[..n].iter().filter(|s| s.lock == later.lock) {
                let Some(release) = earlier.release else { continue };
                for &e in &later.events {
                    relation[e][release] |= earlier.events.iter().any(|&i| conflict(trace[i], trace[e]));
                }
            }
        }
    }

    /// Adds that the releases of two sections of a lock are ordered where something in the one comes before
    /// something in the other, those of one thread too if `own`. What has no locks orders that for different
    /// threads only. Gives whether something is new.
    fn order_releases(sections: &[Section], own: bool, threads: &Relation, relation: &mut Relation) -> bool {
        let mut is_new = false;
        for (n, later) in sections.iter().enumerate() {
            let is_meant = |s: &&Section| s.lock == later.lock && (own || s.thread != later.thread);
            for earlier in sections[..n].iter().filter(is_meant) {
                let (Some(first), Some(second)) = (earlier.release, later.release) else {
                    continue;
                };
                let is_other = earlier.thread != later.thread;
                let is_ordered = |i: usize, j: usize| relation[j][i] || is_other && threads[j][i];
                let is_after = |&j: &usize| earlier.events.iter().any(|&i| is_ordered(i, j));
                if !relation[second][first] && later.events.iter().any(is_after) {
                    relation[second][first] = true;
                    is_new = true;
                }
            }
        }
        is_new
    }

    pub fn dc(trace: &[(u32, Action)]) -> Relation {
        let sections = sections(trace);
        let threads = threads(trace);
        let mut relation = threads.clone();
        order_conflicts(trace, &sections, &mut relation);
        loop {
            close(&mut relation);
            if !order_releases(&sections, true, &threads, &mut relation) {
                return relation;
            }
        }
    }

    pub fn wcp(trace: &[(u32, Action)]) -> Relation {
        wcp_with(trace, true)
    }

    /// The same, where releases of one thread are ordered by the rule for releases too, or not.
    pub fn wcp_with(trace: &[(u32, Action)], own: bool) -> Relation {
        let sections = sections(trace);
        let (threads, happens_before) = (threads(trace), happens_before(trace));
        let mut precedes = vec![vec![false; trace.len()]; trace.len()];
        order_conflicts(trace, &sections, &mut precedes);
        let is_before = |i: usize, j: usize| i == j || happens_before[j][i];
        loop {
            // Composition with happens-before on both sides.
            let direct: Vec<(usize, usize)> = (0..trace.len())
                .flat_map(|j| (0..j).map(move |i| (i, j)))
                .filter(|&(i, j)| precedes[j][i])
                .collect();
            for (i, j) in direct {
                for k in (0..=i).filter(|&k| is_before(k, i)) {
                    for l in (j..trace.len()).filter(|&l| is_before(j, l)) {
                        precedes[l][k] = true;
                    }
                }
            }
            if !order_releases(&sections, own, &threads, &mut precedes) {
                break;
            }
        }
        for (row, mine) in precedes.iter_mut().zip(&threads) {
            row.iter_mut()
                .zip(mine)
                .for_each(|(before, &of_thread)| *before |= of_thread);
        }
        precedes
    }
}

/// For each event of a trace the last earlier one that it conflicts with and does not come after.
fn by_definition(trace: &[(u32, Action)], order: &definition::Relation) -> Vec<Option<u64>> {
    let last = |j: usize| (0..j).rfind(|&i| definition::conflict(trace[i], trace[j]) && !order[j][i]);
    (0..trace.len()).map(|j| last(j).map(|i| i as u64)).collect()
}

/// The same as an order predicts it.
fn predicted(trace: &[(u32, Action)], order: &mut dyn Predict) -> Vec<Option<u64>> {
    let events = trace.iter().zip(0..);
    events
        .map(|(&(t, action), i)| order.apply(ThreadId(t), action, i))
        .collect()
}

/// The same by happens-before.
fn by_clocks(trace: &[(u32, Action)]) -> Vec<Option<u64>> {
    let mut order = raceproof_order::HappensBefore::new();
    for t in 0..3 {
        order.apply(ThreadId(t), Edge::Join(ThreadId(t)));
    }
    let mut moments = Vec::new();
    let mut races = Vec::new();
    for (j, &(t, action)) in trace.iter().enumerate() {
        let t = ThreadId(t);
        let channel = |key| raceproof_order::Channel { key, lane: 0 };
        if let Acquire(lock) = action {
            order.apply(t, Edge::Acquire(channel(lock)));
        }
        let is_race =
            |&i: &usize| definition::conflict(trace[i], trace[j]) && !order.clock(t).knows(moments[i]);
        races.push((0..j).rfind(is_race).map(|i| i as u64));
        moments.push(order.epoch(t));
        match action {
            Release(lock) => order.apply(t, Edge::Release(channel(lock))),
            Action::Hand(edge) => order.apply(t, edge),
            Read(_) | Write(_) | Acquire(_) => {}
        }
    }
    races
}

/// Each order predicts for every event of a random trace what its definition says.
#[test]
fn orders_are_as_defined() {
    let mut below = numbers(7);
    let mut apart = [0; 2];
    for _ in 0..count(20_000) {
        let trace = random_trace(&mut below);
        let hb = by_definition(&trace, &definition::happens_before(&trace));
        let wcp = by_definition(&trace, &definition::wcp(&trace));
        let dc = by_definition(&trace, &definition::dc(&trace));
        assert_eq!(by_clocks(&trace), hb, "hb: {trace:?}");
        assert_eq!(predicted(&trace, &mut Wcp::new()), wcp, "wcp: {trace:?}");
        assert_eq!(predicted(&trace, &mut Dc::new()), dc, "dc: {trace:?}");
        apart[0] += u32::from(hb != wcp);
        apart[1] += u32::from(wcp != dc);
    }
    assert!(apart.iter().all(|&n| n > 20), "the orders must differ: {apart:?}");
}

/// Sections that can order nothing any more are dropped, and nobody can tell.
#[test]
fn dropped_sections_order_nothing() {
    let mut below = numbers(17);
    let mut races = 0;
    for _ in 0..count(20_000) {
        let trace = long_trace(&mut below);
        let wcp = predicted(&trace, &mut Wcp::new());
        assert_eq!(predicted(&trace, &mut Wcp::sparing(0)), wcp, "wcp: {trace:?}");
        let dc = predicted(&trace, &mut Dc::new());
        assert_eq!(predicted(&trace, &mut Dc::sparing(0)), dc, "dc: {trace:?}");
        races += dc.iter().flatten().count();
    }
    assert!(races > 20_000, "{races}");
}

/// A section of the thread itself is no conflict: the write of the first thread is not ordered by what the
/// second knew when it left its own section.
#[test]
fn own_sections_do_not_conflict() {
    let trace = [
        (1, Write(Y)),
        (1, Acquire(M)),
        (1, Release(M)),
        (2, Acquire(M)),
        (2, Release(M)),
        (2, Acquire(L)),
        (2, Write(X)),
        (2, Release(L)),
        (2, Acquire(L)),
        (2, Write(X)),
        (2, Release(L)),
        (2, Write(Y)),
    ];
    assert_eq!(Hb::race(&trace), None);
    assert_eq!(race(&mut Wcp::new(), &trace), Some((0, 11)));
    assert_eq!(race(&mut Dc::new(), &trace), Some((0, 11)));
}

/// A thread that comes back to a lock, and whose earlier section precedes the later one through another
/// thread: their releases are ordered as those of two threads are, and with them what happened before the
/// first.
#[test]
fn own_sections_precede_through_others() {
    const K: u64 = 102;
    const N: u64 = 103;
    let trace = [
        (0, Write(Y)),
        (0, Acquire(K)),
        (0, Release(K)),
        (1, Acquire(L)),
        (1, Acquire(M)),
        (1, Write(X)),
        (1, Release(M)),
        (2, Acquire(M)),
        (2, Read(X)),
        (2, Release(M)),
        (2, Acquire(N)),
        (2, Release(N)),
        (1, Acquire(N)),
        (1, Release(N)),
        (1, Acquire(K)),
        (1, Release(K)),
        (1, Release(L)),
        (1, Acquire(L)),
        (1, Release(L)),
        (1, Write(Y)),
    ];
    let wcp = by_definition(&trace, &definition::wcp(&trace));
    assert_eq!(wcp, [None; 20]);
    assert_eq!(predicted(&trace, &mut Wcp::new()), wcp);
    assert_eq!(race(&mut Dc::new(), &trace), Some((0, 19)));
}

/// The rule for releases, read for two sections of one thread or for different threads only: where threads
/// hold one lock at a time that is the same.
#[test]
fn sections_of_one_thread_add_nothing_to_wcp() {
    let mut below = numbers(5);
    let mut compared = 0;
    for _ in 0..count(20_000) {
        let trace = random_trace(&mut below);
        let mut held = [0; 3];
        let mut is_simple = true;
        for (t, action) in &trace {
            let held = &mut held[*t as usize];
            match action {
                Acquire(_) => *held += 1,
                Release(_) => *held -= 1,
                Action::Hand(_) => is_simple &= *held == 0,
                Read(_) | Write(_) => {}
            }
            is_simple &= *held <= 1;
        }
        let is_same = definition::wcp_with(&trace, true) == definition::wcp_with(&trace, false);
        assert!(is_same || !is_simple, "{trace:?}");
        compared += u32::from(is_simple);
    }
    assert!(compared > 1_000, "{compared}");
    // With locks in each other it is not the same: the first thread comes to M before it comes to know, by K,
    // what the second one did.
    const K: u64 = 102;
    let nested = [
        (1, Write(Y)),
        (1, Acquire(K)),
        (1, Release(K)),
        (0, Acquire(L)),
        (0, Acquire(M)),
        (0, Write(X)),
        (0, Release(M)),
        (0, Acquire(K)),
        (0, Release(K)),
        (0, Release(L)),
        (2, Acquire(M)),
        (2, Write(X)),
        (2, Release(M)),
        (0, Acquire(L)),
        (0, Acquire(M)),
        (0, Read(X)),
        (0, Release(M)),
        (0, Release(L)),
    ];
    let is_ordered = |own| definition::wcp_with(&nested, own)[nested.len() - 1][0];
    assert_eq!([is_ordered(true), is_ordered(false)], [true, false]);
}
