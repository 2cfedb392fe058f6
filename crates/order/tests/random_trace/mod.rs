//! Random traces of a few threads.

use raceproof_order::{Action, Channel, Edge, ThreadId};

use Action::{Acquire, Read, Release, Write};

/// Numbers below a bound, the same ones for each seed.
pub fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % n
    }
}

/// How many traces to try: as many as usual, or as `RACEPROOF_RANDOM` says.
pub fn count(usual: u64) -> u64 {
    let asked = std::env::var("RACEPROOF_RANDOM").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// A trace of three threads with two or three locks, and sometimes creation, join and channels.
pub fn random_trace(below: &mut dyn FnMut(u64) -> u64) -> Vec<(u32, Action)> {
    let length = 12 + below(14) as usize;
    trace(below, length)
}

/// The same with more events.
#[allow(dead_code, reason = "not every test that has random traces has long ones")]
pub fn long_trace(below: &mut dyn FnMut(u64) -> u64) -> Vec<(u32, Action)> {
    let length = 30 + below(60) as usize;
    trace(below, length)
}

fn trace(below: &mut dyn FnMut(u64) -> u64, length: usize) -> Vec<(u32, Action)> {
    let locks = 1 + below(3);
    let has_hands = below(2) == 0;
    let mut held: [Vec<u64>; 3] = Default::default();
    let (mut begun, mut ended) = ([false; 3], [false; 3]);
    let mut trace: Vec<(u32, Action)> = Vec::new();
    for _ in 0..400 {
        if trace.len() == length {
            break;
        }
        let t = below(3) as usize;
        if ended[t] {
            continue;
        }
        let channel = |n: u64| Channel {
            key: 500 + n,
            lane: 0,
        };
        let action = match below(9) {
            0 | 1 if held[t].is_empty() && below(8) > 0 => continue,
            0 | 1 => Read(below(4)),
            2 | 3 => Write(below(4)),
            4 | 5 => {
                let l = 100 + below(locks);
                if held.iter().flatten().any(|&h| h == l) {
                    continue;
                }
                held[t].push(l);
                Acquire(l)
            }
            6 | 7 => {
                let n = held[t].len() as u64;
                if n == 0 {
                    continue;
                }
                // Sections need not nest.
                let at = if below(4) == 0 { below(n) } else { n - 1 };
                Release(held[t].remove(at as usize))
            }
            _ if !has_hands => continue,
            _ => {
                let u = below(3) as usize;
                match below(4) {
                    0 if u != t && !begun[u] => {
                        begun[u] = true;
                        Action::Hand(Edge::Fork(ThreadId(u as u32)))
                    }
                    1 if u != t && !ended[u] && held[u].is_empty() => {
                        (begun[u], ended[u]) = (true, true);
                        Action::Hand(Edge::Join(ThreadId(u as u32)))
                    }
                    2 => Action::Hand(Edge::Release(channel(below(2)))),
                    3 => Action::Hand(Edge::Acquire(channel(below(2)))),
                    _ => continue,
                }
            }
        };
        begun[t] = true;
        trace.push((t as u32, action));
    }
    trace
}
