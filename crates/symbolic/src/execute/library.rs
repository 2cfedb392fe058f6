//! Functions of the C library that this engine knows. Any other is a gap.

use raceproof_ir::{FuncId, Reg};

use super::block::Source;
use super::{Executor, Flow};
use crate::bounded::{Motion, Place, Reason, Step};
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
            "malloc" | "calloc" | "realloc" => self.allocation(local, &name, dst, args, place),
            "free" if args.len() == 1 => self.release(local, args[0], place),
            "memcpy" | "memmove" if args.len() == 3 => {
                let Some(size) = constant(self, 2) else {
                    self.move_some(&mut local.path, args[0], Source::From(args[1]), args[2], place)?;
                    return Ok(self.given(local, dst, args[0]));
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
                let byte = self.terms.extract(args[1], 0, 8);
                let Some(size) = constant(self, 2) else {
                    self.move_some(&mut local.path, args[0], Source::Byte(byte), args[2], place)?;
                    return Ok(self.given(local, dst, args[0]));
                };
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
            _ => match self.text_function(&mut local, &name, args, place)? {
                Some(value) => Ok(self.given(local, dst, value)),
                None => self.gap(local.path, format!("{name} in this engine"), place),
            },
        }
    }

    /// The path after a call that gives a value; none if nothing is left of it.
    pub(super) fn given(&mut self, mut local: Local, dst: Option<Reg>, value: Term) -> Option<Local> {
        if self.terms.is_false(local.path.guard) {
            return None;
        }
        if let Some(dst) = dst {
            self.set(&mut local, dst, value);
        }
        Some(local)
    }
}
