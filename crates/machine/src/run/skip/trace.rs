//! The trace of a round on lines: for how many rounds what was found holds.

use super::ENDLESS;
use super::line::{Line, Touch, Value};
use crate::code::Routine;
use crate::limits;
use crate::op::{Op, WIDE, Word};
use crate::state::NOWHERE;
use crate::{Doers, Memory, Pointer, Site};

/// Why rounds are not skipped.
pub(super) enum Not {
    /// The loop has something that cannot be traced.
    Ever,
    /// There are too few.
    Now,
}

/// The trace of a round.
pub(super) struct Trace<'a> {
    pub(super) memory: &'a Memory,
    pub(super) routines: &'a [Routine],
    pub(super) values: Vec<Value>,
    /// How many rounds are known to go the same way.
    pub(super) rounds: i128,
    pub(super) touches: Vec<Touch>,
    pub(super) unknown: Vec<Site>,
    /// Loads whose bytes a store of the loop overlaps.
    pub(super) changing: Vec<Site>,
    pub(super) works: Vec<Option<[Value; 3]>>,
    /// Whether functions are called.
    pub(super) calls: bool,
}

impl Trace<'_> {
    /// Limits the rounds to those in which `at + k * by` is in a range.
    pub(super) fn within(&mut self, at: i128, by: i128, low: i128, high: i128) {
        let rounds = match by {
            _ if at < low || at > high => 0,
            0 => return,
            1.. => (high - at) / by + 1,
            _ => (at - low) / -by + 1,
        };
        self.rounds = self.rounds.min(rounds);
    }

    /// A register as a signed number of 32 bits, and what it grows by.
    pub(super) fn signed32(&mut self, line: Line) -> (i128, i128) {
        let (at, by) = (i128::from(line.at as i32), i128::from(line.by as i32));
        self.within(at, by, i32::MIN.into(), i32::MAX.into());
        (at, by)
    }

    pub(super) fn signed64(&mut self, line: Line) -> (i128, i128) {
        let line = self.wide(line);
        let (at, by) = (i128::from(line.at as i64), i128::from(line.by as i64));
        self.within(at, by, i64::MIN.into(), i64::MAX.into());
        (at, by)
    }

    pub(super) fn unsigned(&mut self, line: Line) -> (i128, i128) {
        let line = self.wide(line);
        let (at, by) = (i128::from(line.at), i128::from(line.by as i64));
        self.within(at, by, 0, u64::MAX.into());
        (at, by)
    }

    /// A register as 64 bits: one of 32 is extended by zeros.
    pub(super) fn wide(&mut self, line: Line) -> Line {
        if !line.narrow || line.by == 0 {
            return line;
        }
        let by = i64::from(line.by as i32);
        self.within(i128::from(line.at), by.into(), 0, u32::MAX.into());
        Line {
            at: line.at,
            by: by as u64,
            narrow: false,
        }
    }

    /// Whether a comparison of numbers holds, for as many rounds as it does not change.
    pub(super) fn less(&mut self, a: (i128, i128), b: (i128, i128), or_equal: bool) -> bool {
        let (at, by) = (a.0 - b.0, a.1 - b.1);
        let most = if or_equal { 0 } else { -1 };
        let holds = at <= most;
        if holds {
            self.within(at, by, i128::MIN / 2, most);
        } else {
            self.within(at, by, most + 1, i128::MAX / 2);
        }
        holds
    }

    pub(super) fn equal(&mut self, a: Line, b: Line) -> bool {
        let (a, b) = (self.unsigned(a), self.unsigned(b));
        let (at, by) = (a.0 - b.0, a.1 - b.1);
        if at == 0 {
            self.within(at, by, 0, 0);
        } else if by != 0 && at % by == 0 && -at / by > 0 {
            self.rounds = self.rounds.min(-at / by);
        }
        at == 0
    }

    pub(super) fn get(&self, w: Word) -> Value {
        self.values[w as usize]
    }

    pub(super) fn set(&mut self, w: Word, value: Value, site: Site) {
        if value.is_none() {
            self.unknown.push(site);
        }
        self.values[w as usize] = value;
    }

    /// A sum or difference modulo the width.
    pub(super) fn sum(&mut self, a: Value, b: Value, minus: bool, narrow: bool) -> Value {
        let (mut a, mut b) = (a?, b?);
        if narrow {
            (a, b) = (a.low(), b.low());
        } else {
            (a, b) = (self.wide(a), self.wide(b));
        }
        let add = |x: u64, y: u64| {
            if minus {
                x.wrapping_sub(y)
            } else {
                x.wrapping_add(y)
            }
        };
        let sum = Line {
            at: add(a.at, b.at),
            by: add(a.by, b.by),
            narrow,
        };
        Some(if narrow { sum.low() } else { sum })
    }

    pub(super) fn product(&mut self, a: Value, b: Value, narrow: bool) -> Value {
        let (mut a, mut b) = (a?, b?);
        if narrow {
            (a, b) = (a.low(), b.low());
        } else {
            (a, b) = (self.wide(a), self.wide(b));
        }
        if b.by != 0 {
            (a, b) = (b, a);
        }
        if b.by != 0 {
            return None;
        }
        let product = Line {
            at: a.at.wrapping_mul(b.at),
            by: a.by.wrapping_mul(b.at),
            narrow,
        };
        Some(if narrow { product.low() } else { product })
    }

    /// A signed quotient by a known number.
    pub(super) fn quotient(&mut self, a: Value, b: Value, narrow: bool) -> Result<Value, Not> {
        let Some(b) = b.filter(|b| b.is_constant()) else {
            return Err(Not::Ever);
        };
        let by = if narrow {
            i128::from(b.at as i32)
        } else {
            i128::from(b.at as i64)
        };
        if by == 0 || by == -1 {
            return Err(Not::Now);
        }
        let Some(a) = a else {
            return Ok(None);
        };
        let (at, step) = if narrow {
            self.signed32(a)
        } else {
            self.signed64(a)
        };
        if step % by != 0 {
            return Ok(None);
        }
        // Quotients are truncated towards zero, so the sign must not change.
        match at {
            0.. => self.within(at, step, 0, i128::MAX / 2),
            _ => self.within(at, step, i128::MIN / 2, -1),
        }
        let line = Line {
            at: (at / by) as u64,
            by: (step / by) as u64,
            narrow,
        };
        Ok(Some(if narrow { line.low() } else { line }))
    }

    /// A value computed from constants, else unknown.
    pub(super) fn known(a: Value, b: Value, f: impl Fn(u64, u64) -> u64) -> Value {
        match (a?, b?) {
            (a, b) if a.is_constant() && b.is_constant() => Some(Line::constant(f(a.at, b.at))),
            _ => None,
        }
    }

    /// The address `a + b * scale`.
    pub(super) fn moved(&mut self, a: Value, b: Value, narrow: bool, scale: i64) -> Value {
        let (a, b) = (a?, b?);
        if a.narrow && !a.is_constant() {
            return None;
        }
        let (at, by) = if narrow {
            self.signed32(b)
        } else {
            self.signed64(b)
        };
        let scale = i128::from(scale);
        if (at * scale).unsigned_abs() >> 32 != 0 {
            return None;
        }
        let start = Pointer(a.at).moved((at * scale) as i64);
        let by = i128::from(a.by as i64) + by * scale;
        // The low half must not wrap, or it would run into the object's name.
        self.within(i128::from(start.low()), by, 0, u32::MAX.into());
        Some(Line {
            at: start.0,
            by: by as i64 as u64,
            narrow: false,
        })
    }

    pub(super) fn displaced(&mut self, a: Value, disp: i32) -> Value {
        self.moved(a, Some(Line::constant(i64::from(disp) as u64)), false, 1)
    }

    /// An access. A load gives the value that memory has, as long as it does not change.
    pub(super) fn touch(
        &mut self,
        site: Site,
        address: Value,
        length: u32,
        value: Option<Value>,
    ) -> Result<Value, Not> {
        let Some(address) = address else {
            return Err(Not::Ever);
        };
        let start = Pointer(address.at);
        let Some(object) = self.memory.object(start.object()).filter(|o| o.is_alive()) else {
            return Err(Not::Now);
        };
        if value.is_some() && object.is_constant() {
            return Err(Not::Now);
        }
        let last = i128::from(object.size()) - i128::from(length);
        let by = address.by as i64;
        self.within(i128::from(start.offset()), by.into(), 0, last);
        if self.rounds == 0 {
            return Err(Not::Now);
        }
        self.touches.push(Touch {
            site,
            start,
            by,
            length,
            write: value.is_some(),
            value: value.flatten(),
        });
        if by != 0 || value.is_some() || self.changing.contains(&site) {
            return Ok(None);
        }
        let Ok(bytes) = self.memory.load(start, length) else {
            return Err(Not::Now);
        };
        let number = bytes.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b));
        Ok(Some(Line::constant(number)))
    }

    /// A call of a function that only computes.
    pub(super) fn call(&mut self, site: Site, function: u32, result: u32) -> Result<(), Not> {
        let computes = self.routines.get(function as usize).is_some_and(|r| r.computes);
        if !computes || result != NOWHERE && result & WIDE != 0 {
            return Err(Not::Ever);
        }
        self.calls = true;
        if result != NOWHERE {
            self.set(result, None, site);
        }
        Ok(())
    }

    pub(super) fn load(&mut self, site: Site, dst: Word, address: Value, length: u32) -> Result<(), Not> {
        let value = self.touch(site, address, length, None)?;
        self.set(dst, value, site);
        Ok(())
    }

    pub(super) fn store(&mut self, site: Site, value: Word, address: Value, length: u32) -> Result<(), Not> {
        let value = self.get(value);
        self.touch(site, address, length, Some(value)).map(|_| ())
    }

    /// Traces the round from `head` back to it. It stays before `end`.
    pub(super) fn round(&mut self, ops: &[Op], head: usize, end: usize) -> Result<(), Not> {
        self.rounds = ENDLESS;
        self.touches.clear();
        self.unknown.clear();
        self.works.clear();
        let mut pc = head;
        for _ in 0..limits::SKIP_LONGEST {
            let mut op = ops[pc];
            let here = pc;
            pc += 1;
            let target = op.target_mut().map(|t| *t as usize);
            match (op, target) {
                (Op::Jump { .. }, Some(target)) => pc = target,
                (_, Some(target)) => {
                    if self.condition(op)? {
                        pc = target;
                    }
                }
                _ => self.operation(op, Site(here as u32))?,
            }
            if pc == head {
                return Ok(());
            }
            if pc < head || pc >= end {
                return Err(Not::Now);
            }
        }
        Err(Not::Ever)
    }

    /// Whether every round is a work, and all do the same or none conflicts with another one.
    pub(super) fn works_are_told_by_few(&self) -> bool {
        let begins = self.works.iter().take_while(|w| w.is_some()).count();
        let ends = self.works[begins..].iter().take_while(|w| w.is_none()).count();
        let is_named = |work: &[Value; 3]| {
            let [Some(team), Some(construct), Some(_)] = work else {
                return false;
            };
            // Lanes that only conflict with near ones have to be told apart.
            let is_near = matches!(Doers::decode(team.at), Doers::Lane(near) if near != 0);
            team.is_constant() && construct.is_constant() && !is_near
        };
        let whole = begins == ends && begins + ends == self.works.len();
        let named = self.works.iter().flatten().all(is_named);
        if !whole || !named {
            return false;
        }
        let rounds = self.rounds as i64;
        let conflict = |(i, a): (usize, &Touch)| {
            let others = &self.touches[i..];
            others
                .iter()
                .any(|b| (a.write || b.write) && a.meets_in_another_round(b, rounds))
        };
        let stays = self.touches.iter().all(|t| t.by == 0);
        begins == 1 && stays || !self.touches.iter().enumerate().any(conflict)
    }
}
