//! Address computations, folded into the operations that use them.

use raceproof_ir::{Kind, Operand};

use super::{Flatten, Pending};
use crate::Pointer;
use crate::op::{Op, Word};

/// An address in one of the forms that loads and stores have.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A register plus a constant.
    Base { a: Word, disp: i32 },
    /// A register plus a scaled register, which is a 32-bit integer if `narrow`.
    Indexed {
        a: Word,
        b: Word,
        narrow: bool,
        scale: u16,
    },
    /// A constant.
    Global(Pointer),
}

/// The operation of four that is for a size in bytes.
macro_rules! sized {
    ($size:expr, $byte:ident $half:ident $word:ident $long:ident, $fields:tt) => {
        match $size {
            1 => Op::$byte $fields,
            2 => Op::$half $fields,
            4 => Op::$word $fields,
            _ => Op::$long $fields,
        }
    };
}

impl Flatten<'_, '_> {
    /// The place that an operand is the address of.
    pub fn place(&mut self, o: Operand) -> Place {
        if let Some(value) = self.known(o) {
            return Place::Global(Pointer(value as u64));
        }
        match self.peek(o) {
            Some(Pending::Offset {
                base,
                index,
                scale,
                disp,
            }) => {
                self.take(o);
                self.combine(base, index, scale, disp)
            }
            Some(Pending::Slot(slot)) => {
                self.take(o);
                Place::Base {
                    a: self.slot(slot),
                    disp: 0,
                }
            }
            _ => Place::Base {
                a: self.operand(o),
                disp: 0,
            },
        }
    }

    /// `base + index * scale + disp`.
    pub fn combine(&mut self, base: Operand, index: Operand, scale: i64, disp: i64) -> Place {
        // Only the low 32 bits of a distance matter, so all of this is modulo 2^32.
        let place = self.place(base);
        if let Some(index) = self.known(index) {
            let delta = (index as i64).wrapping_mul(scale).wrapping_add(disp);
            return self.displace(place, delta);
        }
        let (index, narrow) = match self.peek(index) {
            Some(Pending::Extend(source)) => {
                self.take(index);
                (self.operand(Operand::Reg(source)), true)
            }
            _ => (self.operand(index), false),
        };
        let (a, rest) = match place {
            Place::Base { a, disp } => (a, i64::from(disp)),
            Place::Global(p) => (self.constant(p.0), 0),
            Place::Indexed { .. } => (self.place_register(place), 0),
        };
        let delta = rest.wrapping_add(disp) as i32;
        let indexed = self.scaled(a, index, narrow, scale);
        if delta == 0 {
            return indexed;
        }
        self.displace(indexed, i64::from(delta))
    }

    /// `a + index * scale`, with the scale made to fit.
    fn scaled(&mut self, a: Word, index: Word, narrow: bool, scale: i64) -> Place {
        if let Ok(scale) = u16::try_from(scale) {
            return Place::Indexed {
                a,
                b: index,
                narrow,
                scale,
            };
        }
        let b = self.temporary();
        if narrow {
            self.push(Op::Sign32To64 { dst: b, a: index });
            self.push(Op::Mul64I {
                dst: b,
                a: b,
                b: scale as i32,
            });
        } else {
            self.push(Op::Mul64I {
                dst: b,
                a: index,
                b: scale as i32,
            });
        }
        Place::Indexed {
            a,
            b,
            narrow: false,
            scale: 1,
        }
    }

    fn displace(&mut self, place: Place, delta: i64) -> Place {
        let delta = delta as i32;
        match place {
            Place::Base { a, disp } => Place::Base {
                a,
                disp: disp.wrapping_add(delta),
            },
            Place::Global(p) => Place::Global(p.moved(i64::from(delta))),
            Place::Indexed { .. } if delta == 0 => place,
            Place::Indexed { .. } => Place::Base {
                a: self.place_register(place),
                disp: delta,
            },
        }
    }

    /// A register that holds the address.
    pub fn place_register(&mut self, place: Place) -> Word {
        match place {
            Place::Base { a, disp: 0 } => a,
            Place::Global(p) => self.constant(p.0),
            _ => {
                let dst = self.temporary();
                self.place_to(place, dst);
                dst
            }
        }
    }

    /// Computes the address into a register.
    pub fn place_to(&mut self, place: Place, dst: Word) {
        match place {
            Place::Base { a, disp: 0 } => self.push(Op::Copy { dst, a }),
            Place::Base { a, disp } => self.push(Op::OffsetI { dst, a, b: disp }),
            Place::Indexed { a, b, narrow, scale } => self.push(Op::Offset {
                dst,
                a,
                b,
                narrow,
                scale,
            }),
            Place::Global(p) => self.load_constant(dst, p.0),
        }
    }

    /// Size of a memory access of a one-word kind, or `None` for a pointer that has four bytes in memory.
    pub fn access_size(&self, kind: Kind) -> Option<u32> {
        let flat = self.code.is_flat() && kind == Kind::Ptr;
        (!flat).then(|| kind.size(self.code.program.model))
    }

    /// Loads a one-word kind.
    pub fn load(&mut self, kind: Kind, dst: Word, place: Place) {
        let Some(size) = self.access_size(kind) else {
            let (a, disp) = self.base_form(place);
            return self.push(Op::LoadPtr32 { dst, a, disp });
        };
        self.push(match place {
            Place::Base { a, disp } => sized!(size, Load8 Load16 Load32 Load64, { dst, a, disp }),
            Place::Indexed { a, b, narrow, scale } => {
                sized!(size, LoadX8 LoadX16 LoadX32 LoadX64, { dst, a, b, narrow, scale })
            }
            Place::Global(p) => {
                let (object, offset) = (p.object().0, p.offset());
                sized!(size, LoadG8 LoadG16 LoadG32 LoadG64, { dst, object, offset })
            }
        });
    }

    /// Stores a one-word kind.
    pub fn store(&mut self, kind: Kind, value: Word, place: Place) {
        let Some(size) = self.access_size(kind) else {
            let (a, disp) = self.base_form(place);
            return self.push(Op::StorePtr32 { value, a, disp });
        };
        self.push(match place {
            Place::Base { a, disp } => sized!(size, Store8 Store16 Store32 Store64, { value, a, disp }),
            Place::Indexed { a, b, narrow, scale } => {
                sized!(size, StoreX8 StoreX16 StoreX32 StoreX64, { value, a, b, narrow, scale })
            }
            Place::Global(p) => {
                let (object, offset) = (p.object().0, p.offset());
                sized!(size, StoreG8 StoreG16 StoreG32 StoreG64, { value, object, offset })
            }
        });
    }

    fn base_form(&mut self, place: Place) -> (Word, i32) {
        match place {
            Place::Base { a, disp } => (a, disp),
            _ => (self.place_register(place), 0),
        }
    }
}
