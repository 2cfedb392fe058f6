//! Isolated blocks: recursive mutexes.
//!
//! Where no block names objects there is one mutex for all. Else each object that some block names has one
//! of its own: a block takes those of its objects, one that names none takes all. They are taken in one
//! order, that of the declarations and then of the elements, so that blocks that do not nest never wait for
//! each other in a circle; which elements come first is known at run time only.

use super::builder::Builder;
use super::{Cleanup, int};
use crate::Error;
use crate::ast::{Block, Item, Place, Type, What};
use crate::declare::Declared;
use crate::mention::statements;
use raceproof_ir::{
    Address, BinaryOp, CompareOp, Global, GlobalId, Inst, Kind, Operand, Origin, Program, Reg, Shape,
    ShapeId, Span, SyncOp,
};
use std::collections::BTreeMap;

/// Bytes of a mutex.
const MUTEX: u64 = 40;

/// Most elements of an array that blocks isolate on one by one.
const MOST_ELEMENTS: u64 = 1 << 20;

/// The mutexes of a program.
pub struct Isolation {
    /// The one of all blocks, if none names objects.
    all: GlobalId,
    /// By shared variable: its mutexes, one for each element or one for the whole.
    objects: BTreeMap<usize, Mutexes>,
}

/// The mutexes of a variable.
#[derive(Clone, Copy)]
struct Mutexes {
    global: GlobalId,
    count: u64,
    /// Whether blocks name elements.
    elements: bool,
}

impl Isolation {
    /// Finds out which objects blocks name and declares the mutexes.
    pub fn declare(
        items: &[Item],
        declared: &Declared,
        program: &mut Program,
        errors: &mut Vec<Error>,
    ) -> Isolation {
        let mut named: BTreeMap<usize, bool> = BTreeMap::new();
        for item in items {
            let Item::Proc(proc) = item else { continue };
            statements(&proc.body, &proc.body, &mut |statement, _| {
                let What::Isolated(objects, _) = &statement.what else {
                    return;
                };
                for place in objects {
                    let (name, has_indices) = (&place.name, !place.indices.is_empty());
                    let Some(&i) = declared.variables.get(&name.text) else {
                        let remedy = "isolate on a variable that is declared outside of procedures";
                        let message = format!("`{}` is no shared variable", name.text);
                        errors.push(Error::new(name.span, message, remedy));
                        continue;
                    };
                    let lengths = &declared.shared[i].lengths;
                    if has_indices && place.indices.len() != lengths.len() {
                        let remedy = "name one element, or the whole array without indices";
                        errors.push(Error::new(name.span, "not the indices of an element", remedy));
                    } else if has_indices && lengths.iter().product::<u64>() > MOST_ELEMENTS {
                        let remedy = "isolate on the whole array";
                        let message = format!("`{}` has too many elements to isolate on", name.text);
                        errors.push(Error::new(name.span, message, remedy));
                    } else if *named.entry(i).or_insert(has_indices) != has_indices {
                        let remedy = "name its elements everywhere, or the array itself everywhere";
                        let message =
                            format!("`{}` is isolated on as a whole and by its elements", name.text);
                        errors.push(Error::new(name.span, message, remedy));
                    }
                }
            });
        }
        let objects = named.into_iter().map(|(i, elements)| {
            let shared = &declared.shared[i];
            let count = if elements {
                shared.lengths.iter().product()
            } else {
                1
            };
            let name = format!("isolated({})", shared.name.text);
            let global = mutexes(program, &name, count, elements, shared.name.span);
            (
                i,
                Mutexes {
                    global,
                    count,
                    elements,
                },
            )
        });
        Isolation {
            objects: objects.collect(),
            all: mutexes(program, "isolated", 1, false, Span::NONE),
        }
    }
}

/// Declares recursive mutexes.
fn mutexes(program: &mut Program, name: &str, count: u64, elements: bool, span: Span) -> GlobalId {
    let shape = elements.then(|| {
        let element = ShapeId(program.shapes.len() as u32);
        program.shapes.push(Shape::Scalar { size: MUTEX });
        program.shapes.push(Shape::Array {
            element,
            stride: MUTEX,
            length: count,
        });
        ShapeId(program.shapes.len() as u32 - 1)
    });
    let one = [vec![0; 16], vec![1], vec![0; MUTEX as usize - 17]].concat();
    let id = GlobalId(program.globals.len() as u32);
    program.globals.push(Global {
        name: name.to_owned(),
        size: MUTEX * count,
        align: 8,
        bytes: match count {
            1 => one[..17].to_vec(),
            count => one.repeat(count as usize),
        },
        relocations: Vec::new(),
        constant: false,
        thread_local: false,
        shape,
        origin: Origin::Program,
        role: None,
        span,
    });
    id
}

impl<'a> Builder<'_, 'a> {
    /// `isolated { }` and `isolated(a, b[i]) { }`.
    pub fn isolated(&mut self, objects: &'a [Place], body: &'a Block, span: Span) {
        let cleanup = match objects {
            [] => Cleanup::UnlockAll,
            objects => Cleanup::Unlock(self.mutexes_of(objects)),
        };
        match &cleanup {
            Cleanup::Unlock(held) => {
                for mutex in held {
                    self.sync(SyncOp::MutexLock, vec![*mutex], span);
                }
            }
            _ => self.all(SyncOp::MutexLock, span),
        }
        self.cleanups.push(cleanup.clone());
        self.body(body);
        self.cleanups.pop();
        self.clean(cleanup, body.end);
    }

    /// Takes the mutexes of all blocks, or gives them back.
    pub fn all(&mut self, op: SyncOp, span: Span) {
        let objects: Vec<Mutexes> = self.context.isolation.objects.values().copied().collect();
        if objects.is_empty() {
            let mutex = Operand::Address(Address::Global(self.context.isolation.all, 0));
            self.sync(op, vec![mutex], span);
        }
        for mutexes in objects {
            let base = Operand::Address(Address::Global(mutexes.global, 0));
            if mutexes.count == 1 {
                self.sync(op, vec![base], span);
                continue;
            }
            let i = self.reg(Kind::I64);
            self.emit(Inst::Copy { dst: i, src: int(0) }, span);
            let (test, inside, end) = (self.new_block(span), self.new_block(span), self.new_block(span));
            self.jump(test, span, test);
            let count = int(mutexes.count as i64);
            let more = self.compare(CompareOp::LtSigned, Kind::I64, Operand::Reg(i), count, span);
            self.branch(more, inside, end, span, inside);
            let mutex = self.mutex(base, Operand::Reg(i), span);
            self.sync(op, vec![mutex], span);
            let step = Inst::Binary {
                op: BinaryOp::Add,
                kind: Kind::I64,
                dst: i,
                a: Operand::Reg(i),
                b: int(1),
            };
            self.emit(step, span);
            self.jump(test, span, end);
        }
    }

    fn mutex(&mut self, base: Operand, index: Operand, span: Span) -> Operand {
        let dst = self.reg(Kind::Ptr);
        let inst = Inst::Offset {
            dst,
            base,
            index,
            scale: MUTEX as i64,
            disp: 0,
            within: None,
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    /// The mutexes of these objects in the order in which they are taken.
    fn mutexes_of(&mut self, objects: &'a [Place]) -> Vec<Operand> {
        // By variable: its mutexes, and the numbers of the elements.
        let mut wanted: BTreeMap<usize, (Mutexes, Vec<Reg>, Span)> = BTreeMap::new();
        for place in objects {
            let span = place.name.span;
            let Some(&i) = self.context.declared.variables.get(&place.name.text) else {
                continue;
            };
            let Some(&mutexes) = self.context.isolation.objects.get(&i) else {
                continue;
            };
            let number = mutexes.elements.then(|| self.element(i, place, span));
            let (_, numbers, _) = wanted.entry(i).or_insert((mutexes, Vec::new(), span));
            numbers.extend(number);
        }
        let mut held = Vec::new();
        for (mutexes, numbers, span) in wanted.into_values() {
            let base = Operand::Address(Address::Global(mutexes.global, 0));
            if !mutexes.elements {
                held.push(base);
            }
            self.sort(&numbers, span);
            for number in numbers {
                held.push(self.mutex(base, Operand::Reg(number), span));
            }
        }
        held
    }

    /// The number of an element, as in memory.
    fn element(&mut self, variable: usize, place: &'a Place, span: Span) -> Reg {
        let lengths = self.context.declared.shared[variable].lengths.clone();
        let mut number = int(0);
        for (e, length) in place.indices.iter().zip(lengths) {
            let index = self.expect(e, Type::Int);
            let row = self.binary(BinaryOp::Mul, Kind::I64, number, int(length as i64), span);
            number = self.binary(BinaryOp::Add, Kind::I64, row, index, span);
        }
        let dst = self.reg(Kind::I64);
        self.emit(Inst::Copy { dst, src: number }, span);
        dst
    }

    /// Sorts numbers at run time, by exchanging neighbours.
    fn sort(&mut self, numbers: &[Reg], span: Span) {
        for last in (1..numbers.len()).rev() {
            for i in 0..last {
                let (a, b) = (numbers[i], numbers[i + 1]);
                let (exchange, end) = (self.new_block(span), self.new_block(span));
                let is_wrong = self.compare(
                    CompareOp::LtSigned,
                    Kind::I64,
                    Operand::Reg(b),
                    Operand::Reg(a),
                    span,
                );
                self.branch(is_wrong, exchange, end, span, exchange);
                let kept = self.reg(Kind::I64);
                for (dst, src) in [(kept, a), (a, b), (b, kept)] {
                    let src = Operand::Reg(src);
                    self.emit(Inst::Copy { dst, src }, span);
                }
                self.jump(end, span, end);
            }
        }
    }
}
