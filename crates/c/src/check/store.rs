//! Where initialisers put their values: the bytes of a static object, or the stores that make an automatic
//! one.
//!
//! Later values replace earlier ones that they cover, as designators may come back to the same place.

use std::collections::BTreeMap;

use raceproof_ir::Span;

use super::Checker;
use super::evaluate::Constant;
use super::types::ERROR;
use crate::hir::{Expr, ExprKind, FieldBits, GlobalId, InitItem, InitValue, StaticAddress, Type, TypeId};

/// Initial values of static objects longer than this are not kept.
const MAX_STATIC: u64 = 1 << 30;

/// The name of the objects that compound literals at file scope are.
pub(crate) const COMPOUND_LITERAL: &str = "(compound literal)";

/// A part of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub ty: TypeId,
    pub offset: u64,
    pub bits: Option<FieldBits>,
}

/// Receives the values of an initialiser.
pub(crate) enum Sink {
    Static {
        bytes: Vec<u8>,
        relocations: BTreeMap<u64, StaticAddress>,
    },
    Automatic {
        items: Vec<(u64, InitItem)>,
    },
}

/// What an initialiser has produced so far.
pub(crate) struct Store {
    pub sink: Sink,
    /// The end of the last part that has a value, in bytes.
    pub extent: u64,
    /// The size of an address.
    address_size: u64,
}

impl Store {
    pub fn automatic() -> Store {
        Store {
            sink: Sink::Automatic { items: Vec::new() },
            extent: 0,
            address_size: 0,
        }
    }

    pub fn fixed(address_size: u32) -> Store {
        Store {
            sink: Sink::Static {
                bytes: Vec::new(),
                relocations: BTreeMap::new(),
            },
            extent: 0,
            address_size: address_size.into(),
        }
    }

    pub fn is_static(&self) -> bool {
        matches!(self.sink, Sink::Static { .. })
    }

    /// Puts bytes into a part of a static object.
    fn write(&mut self, offset: u64, data: &[u8]) -> bool {
        let Sink::Static { bytes, relocations } = &mut self.sink else {
            return false;
        };
        let end = offset.saturating_add(data.len() as u64);
        if end > MAX_STATIC {
            return false;
        }
        let (start, end) = (offset as usize, end as usize);
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[start..end].copy_from_slice(data);
        let reaches = |at: u64, address: &StaticAddress| match address {
            StaticAddress::LabelDifference(.., size) => at + u64::from(*size) > offset,
            _ => at + self.address_size > offset,
        };
        let covered: Vec<u64> = relocations
            .range(offset.saturating_sub(15)..end as u64)
            .filter(|(at, address)| reaches(**at, address))
            .map(|(at, _)| *at)
            .collect();
        for at in covered {
            relocations.remove(&at);
        }
        true
    }

    fn push(&mut self, end: u64, item: InitItem) {
        let extent = self.extent;
        let Sink::Automatic { items } = &mut self.sink else {
            return;
        };
        if item.offset < extent {
            let is_covered = |(old_end, old): &mut (u64, InitItem)| match (item.bits, old.bits) {
                (Some(new), Some(bits)) => old.offset == item.offset && new == bits,
                (Some(_), None) => false,
                (None, _) => old.offset >= item.offset && *old_end <= end,
            };
            let covered: Vec<(u64, InitItem)> = items.extract_if(.., is_covered).collect();
            for (_, old) in covered {
                hand_over(old.value, items);
            }
        }
        items.push((end, item));
    }
}

/// The first copy of a value computes it for the others ([`Checker::replicate`]): if it is covered, the next
/// one does.
fn hand_over(value: InitValue, items: &mut [(u64, InitItem)]) {
    let InitValue::Expr(value) = value else {
        return;
    };
    let ExprKind::Assign { place, .. } = &value.kind else {
        return;
    };
    let ExprKind::Local(local) = place.kind else {
        return;
    };
    let is_copy = |item: &&mut (u64, InitItem)| match &item.1.value {
        InitValue::Expr(Expr {
            kind: ExprKind::Load(from),
            ..
        }) => matches!(from.kind, ExprKind::Local(other) if other == local),
        _ => false,
    };
    if let Some((_, next)) = items.iter_mut().find(is_copy) {
        next.value = InitValue::Expr(value);
    }
}

impl Checker<'_> {
    /// Stores a value of the part's type, once at each of the distances from the part's offset.
    pub(crate) fn store_value(&mut self, store: &mut Store, part: Part, value: Expr, distances: &[u64]) {
        if part.ty == ERROR || value.ty == ERROR {
            return;
        }
        let size = match part.bits {
            Some(bits) => (u64::from(bits.shift) + u64::from(bits.width)).div_ceil(8),
            None => self.types.size(part.ty).unwrap_or(0),
        };
        if store.is_static() {
            self.store_static(store, part, &value, size, distances);
        } else {
            self.store_automatic(store, part, value, size, distances);
        }
        for distance in distances {
            store.extent = store.extent.max(part.offset + distance + size);
        }
    }

    fn store_automatic(&mut self, store: &mut Store, part: Part, value: Expr, size: u64, distances: &[u64]) {
        let ty = self.types.unatomic(part.ty);
        let span = value.span;
        let copies = self.replicate(value, ty, distances.len(), span);
        for (value, distance) in copies.into_iter().zip(distances) {
            let offset = part.offset + distance;
            let item = InitItem {
                offset,
                bits: part.bits.map(|bits| shifted(bits, *distance)),
                ty,
                value: InitValue::Expr(value),
            };
            store.push(offset + size, item);
        }
    }

    /// A value evaluated once and used several times.
    fn replicate(&mut self, value: Expr, ty: TypeId, count: usize, span: Span) -> Vec<Expr> {
        let literal = match value.kind {
            ExprKind::Int(number) => Some(ExprKind::Int(number)),
            ExprKind::Float(number) => Some(ExprKind::Float(number)),
            _ => None,
        };
        if count <= 1 {
            return vec![value];
        }
        match literal {
            Some(kind) => (0..count)
                .map(|_| Expr {
                    kind: match kind {
                        ExprKind::Float(number) => ExprKind::Float(number),
                        ExprKind::Int(number) => ExprKind::Int(number),
                        _ => ExprKind::Int(0),
                    },
                    ty,
                    span,
                })
                .collect(),
            None => {
                let local = self.add_local(String::new(), ty, 0, span);
                let place = || Expr {
                    kind: ExprKind::Local(local),
                    ty,
                    span,
                };
                let mut copies = vec![Expr {
                    kind: ExprKind::Assign {
                        place: Box::new(place()),
                        value: Box::new(value),
                    },
                    ty,
                    span,
                }];
                copies.extend((1..count).map(|_| Expr {
                    kind: ExprKind::Load(Box::new(place())),
                    ty,
                    span,
                }));
                copies
            }
        }
    }

    fn store_static(&mut self, store: &mut Store, part: Part, value: &Expr, size: u64, distances: &[u64]) {
        let span = value.span;
        if self.types.as_record(part.ty).is_some() {
            self.store_record(store, part, value, size, distances);
            return;
        }
        if let (Some((function, a, b)), None) = (self.label_difference(value), part.bits) {
            for distance in distances {
                let offset = part.offset + distance;
                store.write(offset, &[0; 16][..(size as usize).min(16)]);
                if let Sink::Static { relocations, .. } = &mut store.sink {
                    let difference = StaticAddress::LabelDifference(function, a, b, size.min(16) as u8);
                    relocations.insert(offset, difference);
                }
            }
            return;
        }
        let Some(constant) = self.evaluate(value) else {
            self.error(
                span,
                "the initialiser of an object of static storage duration is not a constant",
            );
            return;
        };
        let ty = self.types.unatomic(part.ty);
        for distance in distances {
            let offset = part.offset + distance;
            let done = match (constant, part.bits) {
                (Constant::Int(number), Some(bits)) => write_bits(store, offset, bits, number),
                (Constant::Address(address), None) => {
                    let zeros = [0u8; 8];
                    let width = (size as usize).min(8);
                    let written = store.write(offset, &zeros[..width]);
                    if let Sink::Static { relocations, .. } = &mut store.sink {
                        relocations.insert(offset, address);
                    }
                    written
                }
                (Constant::Int(number), None) => {
                    let bytes = number.to_le_bytes();
                    store.write(offset, &bytes[..(size as usize).min(16)])
                }
                (Constant::Float(number), None) => match self.types.get(ty) {
                    Type::Float => store.write(offset, &(number as f32).to_le_bytes()),
                    _ => store.write(offset, &number.to_le_bytes()),
                },
                _ => false,
            };
            if !done {
                self.error(span, "this initialiser cannot be kept");
                return;
            }
        }
    }

    /// A record as the initial value of a part: another constant object.
    fn store_record(&mut self, store: &mut Store, part: Part, value: &Expr, size: u64, distances: &[u64]) {
        if let Some(of) = self.types.as_packed(part.ty)
            && let Some(parts) = self.constant_parts(value, of)
        {
            let size = self.types.size(of.element).unwrap_or(1);
            for (index, value) in (0..).zip(&parts) {
                let offset = part.offset + index * size;
                let ty = of.element;
                self.store_static(store, Part { ty, offset, ..part }, value, size, distances);
            }
            return;
        }
        let source = match &value.kind {
            ExprKind::Load(place) => match place.kind {
                ExprKind::Global(id) => self.copyable(id),
                _ => None,
            },
            _ => None,
        };
        let Some(id) = source else {
            self.error(
                value.span,
                "the initialiser of an object of static storage duration is not a constant",
            );
            return;
        };
        let global = &self.globals[id.0 as usize];
        let mut bytes = global.bytes.clone();
        bytes.resize(size as usize, 0);
        let addresses = global.relocations.clone();
        for distance in distances {
            let offset = part.offset + distance;
            store.write(offset, &bytes);
            if let Sink::Static { relocations, .. } = &mut store.sink {
                for (at, address) in &addresses {
                    relocations.insert(offset + at, *address);
                }
            }
        }
    }

    fn copyable(&self, id: GlobalId) -> Option<GlobalId> {
        let global = self.globals.get(id.0 as usize)?;
        let known = global.name == COMPOUND_LITERAL || (global.constant && self.links.is_defined(id));
        (known && global.size <= MAX_STATIC).then_some(id)
    }

    /// Stores the bytes of a string literal into an array.
    pub(crate) fn store_bytes(
        &mut self,
        store: &mut Store,
        part: Part,
        bytes: &[u8],
        distances: &[u64],
        span: Span,
    ) {
        let size = self.types.size(part.ty).unwrap_or(bytes.len() as u64);
        for distance in distances {
            let offset = part.offset + distance;
            let mut data = bytes.to_vec();
            if offset < store.extent && size <= MAX_STATIC {
                // The rest of the array must not keep what an earlier initialiser put there.
                data.resize(size as usize, 0);
            }
            let end = offset + size;
            if store.is_static() {
                if !store.write(offset, &data) {
                    self.error(span, "this initialiser cannot be kept");
                }
            } else {
                let item = InitItem {
                    offset,
                    bits: None,
                    ty: part.ty,
                    value: InitValue::Bytes(data),
                };
                store.push(end, item);
            }
            store.extent = store.extent.max(end);
        }
    }
}

fn shifted(bits: FieldBits, distance: u64) -> FieldBits {
    FieldBits {
        location_start: bits.location_start + distance,
        ..bits
    }
}

fn write_bits(store: &mut Store, offset: u64, bits: FieldBits, number: i128) -> bool {
    let total = usize::from(bits.shift) + usize::from(bits.width);
    let length = total.div_ceil(8);
    let mut raw = [0u8; 16];
    if let Sink::Static { bytes, .. } = &store.sink {
        for (i, byte) in raw.iter_mut().enumerate().take(length) {
            *byte = bytes.get(offset as usize + i).copied().unwrap_or_default();
        }
    }
    let mask = ((1u128 << bits.width) - 1) << bits.shift;
    let value = ((number as u128) << bits.shift) & mask;
    let merged = (u128::from_le_bytes(raw) & !mask) | value;
    store.write(offset, &merged.to_le_bytes()[..length])
}
