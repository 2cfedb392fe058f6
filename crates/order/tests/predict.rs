//! The predictive orders on the histories of the papers, and on random ones against their definitions.

use raceproof_order::{Action, Dc, Edge, Predict, ThreadId, Wcp};

use Action::{Acquire, Read, Release, Write};

const X: u64 = 1;
const Y: u64 = 2;
const L: u64 = 100;
const M: u64 = 101;

/// The first race predicted: positions of the two events.
fn race(order: &mut dyn Predict, trace: &[(u32, Action)]) -> Option<(usize, usize)> {
    for (i, &(t, action)) in trace.iter().enumerate() {
        if let Some(earlier) = order.apply(ThreadId(t), action, i as u32) {
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
    for round in 0..20_000 {
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
