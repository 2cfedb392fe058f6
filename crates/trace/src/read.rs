//! From lines of text to events.
//!
//! Two forms of RAPID (Mathur and others) are read. In the *standard* form a line is an event,
//! `thread|operation(operand)|place`. In the form with *commas* a line has a column for each thread, one of
//! which has an operation; there are no places, so the number of the line stands for one.
//!
//! Operations are `r`, `w`, `acq`, `rel`, `fork` (or `start`), `join`, and `sync(x)`, which is an update of
//! `x` under a lock of its own. What orders threads otherwise is a channel: whoever does `receive(c)` comes
//! after all that did `send(c)` before; these two are ours. Beginnings and ends of threads and blocks
//! (`begin`, `end`, `enter`, `exit`, `branch`, `dummy`) say nothing of races.
//!
//! A lock that its holder acquires again is only counted, so orders see the outermost section.

use raceproof_order::{Action, Channel, Edge, ThreadId};
use rustc_hash::FxHashMap;

use crate::{Event, Roster};

/// How events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `T0|w(x)|12`
    Standard,
    /// `,,w(x),`
    Commas,
}

impl Form {
    /// The form of a line, as far as one can tell.
    pub fn of(line: &str) -> Form {
        match line.contains('|') {
            true => Form::Standard,
            false => Form::Commas,
        }
    }
}

/// Why a line is no event that can come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what is expected.
    pub message: String,
}

/// Who holds a lock, and how many times.
type Holder = (ThreadId, u32);

/// Lines are short and have no white space as a rule, so the general ways to take them apart cost more than
/// the orders do.
#[inline]
fn trim(text: &str) -> &str {
    let is_plain = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_graphic());
    match is_plain(text.as_bytes().first()) && is_plain(text.as_bytes().last()) {
        true => text,
        false => text.trim(),
    }
}

/// What is before a byte of ASCII, and what is behind it.
#[inline]
fn cut(text: &str, at: u8) -> Option<(&str, &str)> {
    let position = text.bytes().position(|byte| byte == at)?;
    Some((&text[..position], &text[position + 1..]))
}

/// Makes events of lines.
#[derive(Clone, Debug)]
pub struct Reader {
    form: Form,
    line: u64,
    /// The names that were met.
    pub roster: Roster,
    holders: FxHashMap<u32, Holder>,
}

impl Reader {
    /// At the first line.
    pub fn new(form: Form) -> Reader {
        Reader::after(form, 0)
    }

    /// After that many empty lines.
    pub fn after(form: Form, line: u64) -> Reader {
        Reader {
            form,
            line,
            roster: Roster::default(),
            holders: FxHashMap::default(),
        }
    }

    /// Reads the next line, without its end, and gives its events to `each`.
    pub fn line(&mut self, line: &str, mut each: impl FnMut(Event)) -> Result<(), Malformed> {
        self.line += 1;
        let line = trim(line);
        if line.is_empty() {
            return Ok(());
        }
        let (thread, operation, place) = match self.form {
            Form::Standard => {
                let Some((thread, rest)) = cut(line, b'|') else {
                    return Err(self.malformed(format!(
                        "expected `thread|operation(operand)|place`, found `{line}`"
                    )));
                };
                let (operation, place) = match cut(rest, b'|') {
                    Some((operation, rest)) => {
                        (operation, Some(cut(rest, b'|').map_or(rest, |(place, _)| place)))
                    }
                    None => (rest, None),
                };
                (
                    self.roster.threads.number(trim(thread)),
                    operation,
                    place.map(trim),
                )
            }
            Form::Commas => {
                let mut columns = line.split(',').map(str::trim);
                let Some((column, operation)) =
                    columns.by_ref().enumerate().find(|(_, field)| !field.is_empty())
                else {
                    return Err(self.malformed("no column has an operation".into()));
                };
                if columns.any(|field| !field.is_empty()) {
                    return Err(
                        self.malformed("two columns have operations; an event is of one thread".into())
                    );
                }
                (self.roster.threads.number(&format!("T{column}")), operation, None)
            }
        };
        let place = match place {
            Some(place) if !place.is_empty() => self.roster.places.number(place),
            _ => self.roster.places.number(&format!("line {}", self.line)),
        };
        self.operation(ThreadId(thread), trim(operation), place, &mut each)
    }

    fn operation(
        &mut self,
        thread: ThreadId,
        text: &str,
        place: u32,
        each: &mut impl FnMut(Event),
    ) -> Result<(), Malformed> {
        let (name, operand) = match cut(text, b'(') {
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(operand) => (trim(name), trim(operand)),
                None => return Err(self.malformed(format!("`)` is missing at the end of `{text}`"))),
            },
            None => (text, ""),
        };
        if matches!(name, "begin" | "end" | "enter" | "exit" | "branch" | "dummy") {
            return Ok(());
        }
        if operand.is_empty() {
            return Err(self.malformed(format!("`{text}` has no operand: expected `operation(operand)`")));
        }
        let mut tell = |action| {
            each(Event {
                thread,
                action,
                place,
            })
        };
        match name {
            "r" => tell(Action::Read(self.roster.variables.number(operand).into())),
            "w" => tell(Action::Write(self.roster.variables.number(operand).into())),
            "acq" => {
                if let Some(lock) = self.acquire(thread, operand)? {
                    tell(Action::Acquire(lock));
                }
            }
            "rel" => {
                if let Some(lock) = self.release(thread, operand)? {
                    tell(Action::Release(lock));
                }
            }
            "fork" | "start" | "join" => {
                let other = ThreadId(self.roster.threads.number(operand));
                if other == thread {
                    return Err(self.malformed(format!("`{operand}` cannot {name} itself")));
                }
                tell(Action::Hand(match name {
                    "join" => Edge::Join(other),
                    _ => Edge::Fork(other),
                }));
            }
            "send" | "receive" => {
                let channel = Channel {
                    key: self.roster.channels.number(operand).into(),
                    lane: 0,
                };
                tell(Action::Hand(match name {
                    "send" => Edge::Release(channel),
                    _ => Edge::Acquire(channel),
                }));
            }
            "sync" => {
                let x = self.roster.variables.number(operand).into();
                // No name of a trace has a blank.
                let lock = self.roster.locks.number(&format!("lock of {operand}")).into();
                [
                    Action::Acquire(lock),
                    Action::Read(x),
                    Action::Write(x),
                    Action::Release(lock),
                ]
                .into_iter()
                .for_each(tell);
            }
            _ => {
                return Err(self.malformed(format!(
                    "`{name}` is no operation: expected r, w, acq, rel, fork, join, sync, send or receive"
                )));
            }
        }
        Ok(())
    }

    /// The lock, if the thread does not hold it already.
    fn acquire(&mut self, thread: ThreadId, name: &str) -> Result<Option<u64>, Malformed> {
        let lock = self.roster.locks.number(name);
        match self.holders.get_mut(&lock) {
            Some((holder, depth)) if *holder == thread => {
                *depth += 1;
                Ok(None)
            }
            Some((holder, _)) => {
                let holder = self.roster.threads.name(holder.0).to_owned();
                Err(self.malformed(format!("`{name}` is acquired while `{holder}` holds it")))
            }
            None => {
                self.holders.insert(lock, (thread, 1));
                Ok(Some(lock.into()))
            }
        }
    }

    /// The lock, if the thread does not hold it any more.
    fn release(&mut self, thread: ThreadId, name: &str) -> Result<Option<u64>, Malformed> {
        let lock = self.roster.locks.number(name);
        match self.holders.get_mut(&lock) {
            Some((holder, depth)) if *holder == thread => {
                *depth -= 1;
                if *depth > 0 {
                    return Ok(None);
                }
                self.holders.remove(&lock);
                Ok(Some(lock.into()))
            }
            _ => {
                let by = self.roster.threads.name(thread.0).to_owned();
                Err(self.malformed(format!("`{by}` releases `{name}`, which it does not hold")))
            }
        }
    }

    fn malformed(&self, message: String) -> Malformed {
        Malformed {
            line: self.line,
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: Form, lines: &[&str]) -> Result<Vec<(u32, Action)>, Malformed> {
        let mut reader = Reader::new(form);
        let mut events = Vec::new();
        for line in lines {
            reader.line(line, |event| events.push((event.thread.0, event.action)))?;
        }
        Ok(events)
    }

    #[test]
    fn both_forms_say_the_same() {
        let standard = read(
            Form::Standard,
            &[
                "T0|fork(T1)|1",
                "T1|acq(l)|2",
                "T1|w(x[0])|3",
                "T1|rel(l)|4",
                "T0|join(T1)|5",
            ],
        );
        let commas = read(
            Form::Commas,
            &["fork(T1),", ",acq(l)", ",w(x[0])", ",rel(l)", "join(T1),"],
        );
        let expected = vec![
            (0, Action::Hand(Edge::Fork(ThreadId(1)))),
            (1, Action::Acquire(0)),
            (1, Action::Write(0)),
            (1, Action::Release(0)),
            (0, Action::Hand(Edge::Join(ThreadId(1)))),
        ];
        assert_eq!(standard.as_ref(), Ok(&expected));
        assert_eq!(commas, Ok(expected));
    }

    #[test]
    fn inner_sections_of_a_lock_are_counted() {
        let lines = [
            "T0|acq(l)|1",
            "T0|acq(l)|1",
            "T0|rel(l)|1",
            "T0|rel(l)|1",
            "T1|acq(l)|1",
        ];
        let events = read(Form::Standard, &lines).unwrap();
        assert_eq!(
            events,
            [
                (0, Action::Acquire(0)),
                (0, Action::Release(0)),
                (1, Action::Acquire(0))
            ]
        );
    }

    #[test]
    fn what_no_run_does_has_a_line() {
        let wrong = [
            (
                vec!["T0|acq(l)|1", "T1|acq(l)|2"],
                "line 2: `l` is acquired while `T0` holds it",
            ),
            (
                vec!["T0|rel(l)|1"],
                "line 1: `T0` releases `l`, which it does not hold",
            ),
            (
                vec!["", "T0"],
                "line 2: expected `thread|operation(operand)|place`, found `T0`",
            ),
            (vec!["T0|w(x|1"], "line 1: `)` is missing at the end of `w(x`"),
            (
                vec!["T0|w()|1"],
                "line 1: `w()` has no operand: expected `operation(operand)`",
            ),
            (
                vec!["T0|jump(x)|1"],
                "line 1: `jump` is no operation: expected r, w, acq, rel, fork, join, sync, send or receive",
            ),
            (vec!["T0|fork(T0)|1"], "line 1: `T0` cannot fork itself"),
        ];
        for (lines, expected) in wrong {
            let Malformed { line, message } = read(Form::Standard, &lines).unwrap_err();
            assert_eq!(format!("line {line}: {message}"), expected);
        }
        assert!(read(Form::Commas, &["r(x),w(x)"]).is_err());
        assert!(read(Form::Commas, &[",,"]).is_err());
    }
}
