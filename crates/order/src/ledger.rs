//! The ledger of accesses: for each byte all who ever accessed it, to find every race of an access with
//! earlier ones.
//!
//! Where [`Shadow`](crate::Shadow) keeps as much as one race needs, the ledger keeps the last access of each
//! thread and mode, and if it is told to tell places apart, of each place in the program too. Of several
//! accesses of one thread the last is enough: whoever knows of it knows of the earlier ones. Neighbouring
//! bytes with the same past are kept together. The cost of an access grows with the length of that past: it
//! is for small programs and single runs.

use std::collections::BTreeMap;

use crate::{Reach, Touch};

/// Who accessed each byte.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// By object, and then by first byte: an object is forgotten at once, whatever there is of others.
    objects: BTreeMap<u32, BTreeMap<u32, Span>>,
    by_site: bool,
}

/// Bytes that have been accessed together so far, and by whom.
#[derive(Clone, Debug)]
struct Span {
    end: u32,
    pasts: Vec<Past>,
}

/// An access with a number that the caller knows it by.
#[derive(Clone, Copy, Debug)]
struct Past {
    touch: Touch,
    number: u32,
}

impl Ledger {
    /// A ledger that tells accesses of different places apart.
    pub fn by_site() -> Ledger {
        Ledger {
            by_site: true,
            ..Ledger::default()
        }
    }

    /// Records an access, and tells of each earlier one that it races with: conflicting, not both atomic, of
    /// another thread and not known to the thread of the new one, as `knows` says.
    pub fn access(
        &mut self,
        reach: Reach,
        touch: Touch,
        number: u32,
        knows: impl Fn(&Touch) -> bool,
        mut race: impl FnMut(Touch, u32),
    ) {
        let end = reach.start.saturating_add(reach.length);
        let spans = self.objects.entry(reach.object).or_default();
        split(spans, reach.start);
        split(spans, end);
        let new = Past { touch, number };
        let key = |past: &Past| {
            let Touch {
                epoch,
                site,
                write,
                atomic,
            } = past.touch;
            (epoch.thread, write, atomic, if self.by_site { site } else { 0 })
        };
        let mut at = reach.start;
        while at < end {
            let next = spans.range_mut(at..end).next();
            match next {
                Some((&start, span)) if start == at => {
                    for Past { touch: old, number } in &span.pasts {
                        if old.epoch.thread != touch.epoch.thread
                            && (old.write || touch.write)
                            && !(old.atomic && touch.atomic)
                            && !knows(old)
                        {
                            race(*old, *number);
                        }
                    }
                    match span.pasts.binary_search_by_key(&key(&new), key) {
                        Ok(i) => span.pasts[i] = new,
                        Err(i) => span.pasts.insert(i, new),
                    }
                    at = span.end;
                }
                other => {
                    let gap_end = other.map_or(end, |(start, _)| *start);
                    let span = Span {
                        end: gap_end,
                        pasts: vec![new],
                    };
                    spans.insert(at, span);
                    at = gap_end;
                }
            }
        }
    }

    /// Forgets an object: its name is going to be used for a new one.
    pub fn forget(&mut self, object: u32) {
        self.objects.remove(&object);
    }

    /// Appends bytes that are the same for ledgers from which the same races follow.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let spans =
            (self.objects.iter()).flat_map(|(object, spans)| spans.iter().map(move |span| (object, span)));
        for (object, (start, span)) in spans {
            out.extend(object.to_le_bytes());
            out.extend(start.to_le_bytes());
            out.extend(span.end.to_le_bytes());
            for Past { touch, .. } in &span.pasts {
                out.extend(touch.epoch.thread.0.to_le_bytes());
                out.extend(touch.epoch.time.to_le_bytes());
                out.push(u8::from(touch.write) << 1 | u8::from(touch.atomic));
                if self.by_site {
                    out.extend(touch.site.to_le_bytes());
                }
            }
        }
    }
}

/// Divides the span around a byte, so that one begins there.
fn split(spans: &mut BTreeMap<u32, Span>, at: u32) {
    if let Some((_, span)) = spans.range_mut(..at).next_back()
        && span.end > at
    {
        let rest = span.clone();
        span.end = at;
        spans.insert(at, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Epoch, ThreadId};

    fn races(ledger: &mut Ledger, start: u32, length: u32, thread: u32, site: u32, write: bool) -> Vec<u32> {
        let mut found = Vec::new();
        let reach = Reach {
            object: 1,
            start,
            length,
        };
        let touch = Touch {
            epoch: Epoch {
                thread: ThreadId(thread),
                time: 1,
            },
            site,
            write,
            atomic: false,
        };
        ledger.access(reach, touch, site, |_| false, |_, number| found.push(number));
        found
    }

    #[test]
    fn every_place_of_a_thread_is_remembered_if_asked_for() {
        for (mut ledger, expected) in [
            (Ledger::by_site(), vec![1, 2, 3]),
            (Ledger::default(), vec![3, 2]),
        ] {
            assert!(races(&mut ledger, 0, 4, 0, 1, true).is_empty());
            assert!(races(&mut ledger, 0, 4, 0, 2, true).is_empty());
            assert!(races(&mut ledger, 0, 4, 0, 3, false).is_empty());
            let mut found = races(&mut ledger, 0, 4, 1, 4, true);
            if expected.len() == 3 {
                found.sort_unstable();
            }
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_forgotten_object_races_with_nothing() {
        let mut ledger = Ledger::default();
        races(&mut ledger, 0, 8, 0, 1, true);
        ledger.forget(2);
        assert_eq!(races(&mut ledger, 0, 4, 1, 2, true), [1]);
        ledger.forget(1);
        assert!(races(&mut ledger, 0, 8, 2, 3, true).is_empty());
    }

    #[test]
    fn parts_of_a_span_have_pasts_of_their_own() {
        let mut ledger = Ledger::default();
        races(&mut ledger, 0, 8, 0, 1, true);
        assert_eq!(races(&mut ledger, 2, 2, 1, 2, true), [1]);
        assert_eq!(races(&mut ledger, 2, 1, 2, 3, false), [1, 2]);
        assert_eq!(races(&mut ledger, 4, 1, 2, 4, false), [1]);
        assert!(races(&mut ledger, 8, 4, 2, 5, true).is_empty());
    }
}
