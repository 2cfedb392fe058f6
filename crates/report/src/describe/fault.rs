//! Faults as findings.

use raceproof_machine::{
    Bytes, Fault, FaultKind, Life, Memory, ObjectId, ObjectKind, Pointer, Schedule, Site, State, walk,
};

use super::{Describe, quoted};
use crate::{Finding, Kind, Place};

impl Describe<'_> {
    /// A fault as a finding, without the schedule that led to it. `state` is that of the fault.
    pub fn fault(&self, fault: &Fault, state: &State) -> Finding {
        let memory = &state.memory;
        let mut finding = Finding::new(kind(&fault.kind), self.sentence(&fault.kind, memory));
        finding.threads = state.threads().count() as u32;
        let stack = self.stack_at(state, fault.thread, fault.site);
        finding.places.push(Place {
            thread: Some(self.thread(fault.thread, &stack, None)),
            stack: self.frames(&stack),
            ..Place::new(self.site(fault.site), label(&fault.kind))
        });
        if let FaultKind::DeadVariable(object) = fault.kind
            && memory.object(object).is_none()
        {
            // The variable has gone with its name; the source says what the thread meant.
            let quote = self.quote(&self.site(fault.site));
            if !quote.is_empty() {
                finding.message = format!("access to `{quote}` after the end of its life");
                finding.object = quote;
            }
        } else if let Some(object) = object(&fault.kind) {
            finding.object = self.object(memory, object);
            self.tell_origin(&mut finding, memory, object);
        }
        match &fault.kind {
            FaultKind::UseAfterFree { freed, .. } => self.add(&mut finding, *freed, "freed here"),
            FaultKind::DoubleFree { freed, .. } => self.add(&mut finding, *freed, "freed here before"),
            FaultKind::Misuse {
                other: Some(other), ..
            } => self.add(&mut finding, *other, "the other place"),
            _ => {}
        }
        finding
    }

    /// A fault as a finding, with the schedule that leads to it.
    pub fn fault_after(&self, fault: &Fault, schedule: &Schedule) -> Finding {
        let way = walk(self.machine, schedule);
        let mut finding = self.fault(fault, &way.state);
        self.tell_steps(&mut finding, &way.steps);
        finding
    }

    /// The name of an object as a whole.
    fn object(&self, memory: &Memory, object: ObjectId) -> String {
        match memory.object(object) {
            Some(found) => self.bytes(Bytes {
                kind: found.kind(),
                start: 0,
                length: found.size(),
            }),
            None => "object".to_owned(),
        }
    }

    fn add(&self, finding: &mut Finding, site: Site, text: &str) {
        finding.places.push(Place::new(self.site(site), text));
    }

    /// Where the object of a finding was made.
    fn tell_origin(&self, finding: &mut Finding, memory: &Memory, object: ObjectId) {
        let program = self.program();
        let Some(found) = memory.object(object) else {
            return;
        };
        let (at, text) = match found.kind() {
            ObjectKind::Heap(site) | ObjectKind::Alloca(site) => {
                (self.site(site), format!("{} bytes allocated here", found.size()))
            }
            ObjectKind::Global(id) | ObjectKind::ThreadLocal(id) => {
                let span = program.globals.get(id.0 as usize).map(|global| global.span);
                let text = format!("`{}` has {} bytes", finding.object, found.size());
                (self.span(span.unwrap_or_default()), text)
            }
            ObjectKind::Slot(function, slot) => {
                let function = program.functions.get(function.0 as usize);
                let slot = function.and_then(|function| function.slots.get(slot.0 as usize));
                let span = slot.map_or(raceproof_ir::Span::NONE, |slot| slot.span);
                let text = match found.life() {
                    Life::Alive => format!("`{}` has {} bytes", finding.object, found.size()),
                    _ => format!("`{}` lives in this block only", finding.object),
                };
                (self.span(span), text)
            }
            _ => return,
        };
        finding.places.push(Place::new(at, text));
    }

    /// What went wrong, in one sentence.
    fn sentence(&self, kind: &FaultKind, memory: &Memory) -> String {
        let name = |object: ObjectId| self.object(memory, object);
        match kind {
            FaultKind::NullPointer => "access through a null pointer".to_owned(),
            FaultKind::WildPointer(pointer) => {
                format!("access through {}, which points to no object", address(*pointer))
            }
            FaultKind::OutOfBounds {
                object,
                offset,
                length,
                size,
            } => {
                // Offsets before the start of an object wrap around.
                let offset = i64::from(offset.cast_signed());
                let bytes = if *length == 1 { "byte" } else { "bytes" };
                let place = match offset {
                    before if before < 0 => format!("{} before the start of", -before),
                    after => format!("at offset {after} of"),
                };
                format!(
                    "access of {length} {bytes} {place} {}, which has {size}",
                    quoted(&name(*object))
                )
            }
            FaultKind::UseAfterFree { object, .. } => {
                format!("access to {} after it was freed", quoted(&name(*object)))
            }
            FaultKind::DeadVariable(object) => {
                format!("access to {} after the end of its life", quoted(&name(*object)))
            }
            FaultKind::CodeAccess(object) => format!("access to the code of {}", name(*object)),
            FaultKind::ConstantWrite(object) => {
                format!("write to {}, which is constant", quoted(&name(*object)))
            }
            FaultKind::DoubleFree { object, .. } => format!("second free of {}", quoted(&name(*object))),
            FaultKind::InvalidFree(pointer) => match memory.object(pointer.object()) {
                Some(_) if !pointer.is_null() => format!(
                    "free of {}, which is not the start of a heap block",
                    quoted(&name(pointer.object()))
                ),
                _ => format!("free of {}, which is not a heap block", address(*pointer)),
            },
            FaultKind::DivisionByZero => "division by zero".to_owned(),
            FaultKind::DivisionOverflow => "the smallest integer is divided by -1".to_owned(),
            FaultKind::Assertion(text) => format!("assertion `{text}` failed"),
            FaultKind::Unreachable => {
                "control reached a point that the program says is unreachable".to_owned()
            }
            FaultKind::StackOverflow => "the stack is exhausted".to_owned(),
            FaultKind::BadCall(pointer) if pointer.is_null() => "call of a null pointer".to_owned(),
            FaultKind::BadCall(_) => "call of something that is not a function".to_owned(),
            FaultKind::BadJump(_) => "jump to something that is not a label of this function".to_owned(),
            FaultKind::BadLongJump => "longjmp to a place that is no longer there".to_owned(),
            FaultKind::Abort(text) if text.is_empty() => "the program aborts".to_owned(),
            FaultKind::Abort(text) => text.clone(),
            FaultKind::Misuse { what, .. } => what.clone(),
        }
    }
}

fn kind(kind: &FaultKind) -> Kind {
    match kind {
        FaultKind::NullPointer
        | FaultKind::WildPointer(_)
        | FaultKind::OutOfBounds { .. }
        | FaultKind::UseAfterFree { .. }
        | FaultKind::DeadVariable(_)
        | FaultKind::CodeAccess(_)
        | FaultKind::ConstantWrite(_)
        | FaultKind::DoubleFree { .. }
        | FaultKind::InvalidFree(_)
        | FaultKind::StackOverflow
        | FaultKind::BadCall(_)
        | FaultKind::BadJump(_) => Kind::Memory,
        FaultKind::DivisionByZero | FaultKind::DivisionOverflow => Kind::Arithmetic,
        FaultKind::Assertion(_) => Kind::Assertion,
        FaultKind::Unreachable => Kind::Unreachable,
        FaultKind::Abort(_) => Kind::Abort,
        FaultKind::BadLongJump | FaultKind::Misuse { .. } => Kind::Misuse,
    }
}

/// What to write under the place of the fault.
fn label(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::NullPointer => "the pointer is null",
        FaultKind::Assertion(_) => "it does not hold here",
        FaultKind::DivisionByZero => "the divisor is zero",
        FaultKind::OutOfBounds { .. } => "out of bounds",
        FaultKind::StackOverflow => "by this call",
        _ => "here",
    }
}

fn object(kind: &FaultKind) -> Option<ObjectId> {
    match kind {
        FaultKind::OutOfBounds { object, .. }
        | FaultKind::UseAfterFree { object, .. }
        | FaultKind::DoubleFree { object, .. }
        | FaultKind::DeadVariable(object)
        | FaultKind::ConstantWrite(object) => Some(*object),
        FaultKind::InvalidFree(pointer) if !pointer.is_null() => Some(pointer.object()),
        _ => None,
    }
}

fn address(pointer: Pointer) -> String {
    format!("the address {:#x}", pointer.0)
}
