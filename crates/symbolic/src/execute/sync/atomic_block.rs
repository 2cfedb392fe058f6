//! Atomic blocks: a statement each where the outermost begins and ends.

use raceproof_ir::SyncOp as Op;

use super::Operation;
use crate::bounded::{Order as By, Reason, Special};
use crate::execute::{Executor, Flow};
use crate::path::Local;

impl Executor<'_, '_> {
    pub(super) fn atomic_block(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        let yes = o.yes;
        match o.op {
            Op::AtomicBegin => {
                let motion = self.take();
                match local.path.block {
                    Some((begin, depth)) => {
                        local.path.block = Some((begin, depth + 1));
                        self.plain(local, None, None)
                    }
                    None => {
                        self.settle(&mut local.path, o.place)?;
                        let mut draft = self.begin(&local.path, &[], true, o.place)?;
                        draft.direct = false;
                        draft.special = Special::Begin;
                        let all = self.terms.null();
                        self.edge(&mut draft, By::Acquire, all, 0, yes);
                        let begin = self.thread().statements.len();
                        local.path.block = Some((begin, 1));
                        self.push(draft, &local.path, motion)?;
                        Ok(Some(local))
                    }
                }
            }
            Op::AtomicEnd => match local.path.block {
                None => {
                    self.stop(&mut local.path, yes, Reason::Undefined, o.place);
                    Ok(None)
                }
                Some((begin, depth)) if depth > 1 => {
                    local.path.block = Some((begin, depth - 1));
                    self.plain(local, None, None)
                }
                Some(_) => {
                    let motion = self.take();
                    let mut draft = self.begin(&local.path, &[], true, o.place)?;
                    draft.direct = false;
                    draft.special = Special::Finish;
                    let all = self.terms.null();
                    self.edge(&mut draft, By::Release, all, 0, yes);
                    self.push(draft, &local.path, motion)?;
                    local.path.block = None;
                    Ok(Some(local))
                }
            },
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }
}
