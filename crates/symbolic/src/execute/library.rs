//! Functions of the C library that this engine knows. Any other is a gap.

use raceproof_ir::{FuncId, Reg};

use super::{DEAD, Executor, Flow, WHOLE};
use crate::bounded::{Motion, Origin, Place, Reason, Special, Step};
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn called(&mut self, local: &Local) {
        let guard = local.path.guard;
        self.thread().steps.push(Step {
            guard,
            motion: Motion::Access,
            statement: None,
        });
    }

    pub(crate) fn library(
        &mut self,
        mut local: Local,
        id: FuncId,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let name = self.program.function(id).name.clone();
        let constant = |executor: &Self, i: usize| args.get(i).and_then(|a| executor.terms.constant(*a));
        match name.as_str() {
            "malloc" | "calloc" => {
                let size = match name.as_str() {
                    "malloc" => constant(self, 0),
                    _ => constant(self, 0)
                        .zip(constant(self, 1))
                        .and_then(|(a, b)| a.checked_mul(b)),
                };
                let Some(size) = size.filter(|&s| s <= 1 << 20) else {
                    return self.gap(
                        local.path,
                        "an allocation whose size is large or not constant",
                        place,
                    );
                };
                let object = self.make(Origin::Made(place), size as u32, true);
                let value = self.pointer(object, 0);
                if name == "malloc" || size == 0 || !self.program.has_weak_atomics() {
                    self.called(&local);
                } else {
                    let zero = self.terms.number(0, 8);
                    let filled = self.fill(&mut local.path, value, zero, size, Motion::Access, place)?;
                    if filled.is_none() {
                        return self.gap(local.path, "a fill of many bytes", place);
                    }
                }
                if let Some(dst) = dst {
                    self.set(&mut local, dst, value);
                }
                Ok(Some(local))
            }
            "free" if args.len() == 1 => self.release(local, args[0], place),
            "memcpy" | "memmove" if args.len() == 3 => {
                let Some(size) = constant(self, 2) else {
                    return self.gap(local.path, "a copy of a size that is not constant", place);
                };
                if size == 0 {
                    self.called(&local);
                } else if self
                    .copy(&mut local.path, args[0], args[1], size, Motion::Access, place)?
                    .is_none()
                {
                    return self.gap(local.path, "a copy of many bytes", place);
                }
                if let Some(dst) = dst {
                    self.set(&mut local, dst, args[0]);
                }
                Ok(Some(local))
            }
            "memset" if args.len() == 3 => {
                let Some(size) = constant(self, 2) else {
                    return self.gap(local.path, "a fill of a size that is not constant", place);
                };
                let byte = self.terms.extract(args[1], 0, 8);
                if size == 0 {
                    self.called(&local);
                } else if self
                    .fill(&mut local.path, args[0], byte, size, Motion::Access, place)?
                    .is_none()
                {
                    return self.gap(local.path, "a fill of many bytes", place);
                }
                if let Some(dst) = dst {
                    self.set(&mut local, dst, args[0]);
                }
                Ok(Some(local))
            }
            "printf" | "puts" | "putchar" | "fprintf" | "fputs" | "fputc" | "putc" | "fflush" => {
                self.output(local, &name, dst, args, place)
            }
            "__errno_location" => {
                let object = self.thread_local(u32::MAX, 4);
                let value = self.pointer(object, 0);
                self.called(&local);
                if let Some(dst) = dst {
                    self.set(&mut local, dst, value);
                }
                Ok(Some(local))
            }
            // What the program does ends here, and that orders and blocks nobody.
            "exit" | "_exit" | "_Exit" | "quick_exit" => Ok(None),
            "abort" => {
                let always = self.terms.bool(true);
                self.stop(&mut local.path, always, Reason::Fault, place);
                Ok(None)
            }
            _ => self.gap(local.path, format!("{name} in this engine"), place),
        }
    }

    fn release(&mut self, mut local: Local, address: Term, place: Place) -> Flow<Local> {
        let none = self.terms.null();
        let null = self.terms.eq(address, none);
        if self.terms.is_true(null) {
            self.called(&local);
            return Ok(Some(local));
        }
        // Nothing happens to a null pointer.
        let nothing = self.terms.and(local.path.guard, null);
        if !self.terms.is_false(nothing) {
            let motion = Motion::Access;
            self.thread().steps.push(Step {
                guard: nothing,
                motion,
                statement: None,
            });
        }
        let some = self.terms.not(null);
        local.path.guard = self.terms.and(local.path.guard, some);
        let low = self.terms.offset_of(address);
        let inner = self.truth(low);
        self.stop(&mut local.path, inner, Reason::Undefined, place);
        self.bounds(&mut local.path, address, 0, true, place);
        let mut draft = self.begin(&local.path, &[address], true, place)?;
        let yes = self.terms.bool(true);
        if draft.direct {
            for o in self.targets(address).objects {
                if !self.bounded.objects[o as usize].heap {
                    return self.gap(local.path, "a release of what may not be on the heap", place);
                }
                let number = self.terms.object_number(o);
                let high = self.terms.object_of(address);
                let there = self.terms.eq(high, number);
                let old = local.path.memory.get(&(o, DEAD)).copied();
                let dead = match old {
                    Some(old) => self.terms.or(old, there),
                    None => there,
                };
                std::rc::Rc::make_mut(&mut local.path.memory).insert((o, DEAD), dead);
            }
        } else {
            draft.special = Special::Free { address };
            self.touch(&mut draft, address, WHOLE, yes, false);
        }
        self.finish(draft, &mut local.path, Motion::Access)?;
        let freed = local.path.guard;
        local.path.guard = self.terms.or(nothing, freed);
        Ok(Some(local))
    }
}
