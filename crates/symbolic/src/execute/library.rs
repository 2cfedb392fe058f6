//! Functions of the C library that this engine knows. Any other is a gap.

use raceproof_ir::{FuncId, Reg};
use raceproof_library::{Argument, Data, Gives, Row, Size, Use, find};
use raceproof_machine::World;

use super::block::Source;
use super::{Executor, Flow};
use crate::bounded::{Motion, Place, Reason, Step};
use crate::path::Local;
use crate::term::Term;

/// Bytes that are moved.
struct Transfer {
    to: Term,
    source: Source,
    size: Term,
}

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
        let found = find(&name);
        if found.is_some_and(|found| found.is_unlocked) {
            let what = "a stream that is used without its lock";
            return self.gap(local.path, format!("{what} in this engine"), place);
        }
        let row = found.map(|found| found.row);
        if let Some(row) = row
            && let Some(transfer) = self.transfer(row, args)
        {
            return self.transferred(local, row, transfer, dst, args, place);
        }
        match name.as_str() {
            "malloc" | "calloc" | "realloc" => self.allocation(local, &name, dst, args, place),
            "free" if args.len() == 1 => self.release(local, args[0], place),
            "__errno_location" if self.borrows(None) => {
                self.gap(local.path, "`errno` of the thread that runs a task", place)
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
            "abort" => {
                let always = self.terms.bool(true);
                self.stop(&mut local.path, always, Reason::Fault, place);
                Ok(None)
            }
            "fclose" if args.len() == 1 && self.is_stream(args[0]) => {
                self.called(&local);
                let zero = self.terms.number(0, 32);
                Ok(self.given(local, dst, zero))
            }
            _ if row.is_some_and(|row| row.is_output()) => self.output(local, &name, dst, args, place),
            // What the program does ends here, and that orders and blocks nobody.
            _ if row.is_some_and(|row| row.is_exit()) => Ok(None),
            "getenv" if args.len() == 1 && self.is_free(World::Variables) => {
                let Some((local, value)) = self.free_variable(local, args[0], place)? else {
                    return Ok(None);
                };
                Ok(self.given(local, dst, value))
            }
            "fopen" if args.len() == 2 && self.is_free(World::Files) && self.reads(args[1]) => {
                let Some((local, value)) = self.free_file(local, args[0], place)? else {
                    return Ok(None);
                };
                Ok(self.given(local, dst, value))
            }
            _ => {
                let known = row.map_or(name.as_str(), |row| row.name);
                if let Some(value) = self.text_function(&mut local, known, args, place)? {
                    return Ok(self.given(local, dst, value));
                }
                if let Some(value) = self.number_function(&mut local, known, args, place)? {
                    return Ok(self.given(local, dst, value));
                }
                match self.input_function(&mut local, known, args, place)? {
                    Some(value) => Ok(self.given(local, dst, value)),
                    None => self.gap(local.path, format!("{name} in this engine"), place),
                }
            }
        }
    }

    /// What a function moves, if that is all that it does and an argument says how many bytes: `memcpy`,
    /// `memset` and their like.
    fn transfer(&mut self, row: &Row, args: &[Term]) -> Option<Transfer> {
        let written = |argument: &Argument| argument.writes.is_some();
        let at = row.arguments.iter().position(written)?;
        let (extent, data) = row.arguments[at].writes?;
        let Size::Argument(size, 1) = extent.size else {
            return None;
        };
        let is_known = |argument: &Argument| match argument.usage {
            Use::Value | Use::Steers => true,
            Use::Address => argument.reads.is_none_or(|reads| reads == extent),
            _ => false,
        };
        let is_all = row.arguments.iter().filter(|argument| written(argument)).count() == 1
            && row.arguments.iter().all(is_known)
            && row.arguments.len() == args.len()
            && extent.exact
            && matches!(row.gives, Gives::Nothing | Gives::Same(_) | Gives::Past(..));
        if !is_all {
            return None;
        }
        let source = match data {
            Data::Copy(from) => {
                // As many as are written.
                row.arguments[usize::from(from)].reads?;
                Source::From(args[usize::from(from)])
            }
            Data::Fill(byte) => Source::Byte(self.terms.extract(args[usize::from(byte)], 0, 8)),
            Data::Zero => Source::Byte(self.terms.number(0, 8)),
            Data::Number | Data::Record | Data::Within(_) | Data::Fresh(_) => return None,
        };
        Some(Transfer {
            to: args[at],
            source,
            size: args[usize::from(size)],
        })
    }

    fn transferred(
        &mut self,
        mut local: Local,
        row: &Row,
        transfer: Transfer,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let Transfer { to, source, size } = transfer;
        match (self.terms.constant(size), source) {
            (None, _) => self.move_some(&mut local.path, to, source, size, place)?,
            (Some(0), _) => self.called(&local),
            (Some(size), Source::From(from)) => {
                let copied = self.copy(&mut local.path, to, from, size, Motion::Access, place)?;
                if copied.is_none() {
                    return self.gap(local.path, "a copy of many bytes", place);
                }
            }
            (Some(size), Source::Byte(byte)) => {
                let filled = self.fill(&mut local.path, to, byte, size, Motion::Access, place)?;
                if filled.is_none() {
                    return self.gap(local.path, "a fill of many bytes", place);
                }
            }
        }
        let value = match row.gives {
            Gives::Past(address, by) => {
                let by = self.terms.zext(args[usize::from(by)], 64);
                self.terms.moved(args[usize::from(address)], by)
            }
            Gives::Same(at) => args[usize::from(at)],
            _ => to,
        };
        Ok(self.given(local, dst, value))
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
