//! Sizes, alignments and the layout of records, as gcc has them on x86-64 and i386.
//!
//! The rules of bit-fields are those of the System V ABI as gcc implements them: a bit-field does not span
//! more storage units of its declared type than one, unless it is packed or a `#pragma pack` is in force; a
//! zero-width one aligns what follows to its type; unnamed ones do not align the record. On i386 a member of
//! type `double` or `long long` is aligned to 4 although an object of that type alone is aligned to 8.
//!
//! The memory location of a bit-field (C11 3.14) is the maximal run of adjacent bit-fields of non-zero width.

use raceproof_ir::DataModel;

use super::types::{ERROR, QualType, TypeTable};
use crate::hir::{Field, FieldBits, RecordId, Type, TypeId};

/// A member to be laid out.
pub(crate) struct MemberSpec {
    /// Empty for an anonymous record or unnamed bit-field.
    pub name: String,
    /// Its type; the alignment in it is a typedef's.
    pub ty: QualType,
    /// For a bit-field.
    pub width: Option<u32>,
    /// `packed` on it or on the record.
    pub packed: bool,
    /// `aligned` or `_Alignas` on it, or 0.
    pub align: u64,
}

/// What layout computes.
pub(crate) struct Layout {
    pub size: u64,
    pub align: u64,
    pub fields: Vec<Field>,
    /// For each field, the index of the member it was made from.
    pub origins: Vec<usize>,
}

/// Objects larger than this do not exist.
pub(crate) const MAX_SIZE: u64 = i64::MAX as u64;

fn round_up(value: u64, to: u64) -> u64 {
    value.div_ceil(to.max(1)).saturating_mul(to.max(1))
}

impl TypeTable {
    /// Size in bytes; none if it is not known before the program runs, or too large.
    /// `void` and functions have size 1, as in GNU C's pointer arithmetic.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        Some(match self.get(ty) {
            _ if ty == ERROR => 1,
            Type::Void | Type::Function { .. } | Type::Bool => 1,
            Type::Int { bits, .. } => u64::from(*bits) / 8,
            Type::Float => 4,
            Type::Double => 8,
            Type::LongDouble => match self.model {
                DataModel::Lp64 => 16,
                DataModel::Ilp32 => 12,
            },
            Type::Pointer { .. } => u64::from(self.model.pointer_size()),
            Type::Array { element, length } => self
                .size(*element)?
                .checked_mul((*length)?)
                .filter(|size| *size <= MAX_SIZE)?,
            Type::Vla { .. } => return None,
            Type::Record(id) => {
                let record = self.record(*id);
                if !record.complete {
                    return None;
                }
                record.size
            }
            Type::Atomic(inner) => self.size(*inner)?,
            Type::VaList => 24,
        })
    }

    /// Natural alignment in bytes of an object of this type alone (`__alignof__`).
    pub fn align(&self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Array { element, .. } | Type::Vla { element, .. } => self.align(*element),
            Type::Record(id) => self.record(*id).align.max(1),
            Type::LongDouble => match self.model {
                DataModel::Lp64 => 16,
                DataModel::Ilp32 => 4,
            },
            Type::Atomic(inner) => {
                let align = self.align(*inner);
                match self.size(*inner) {
                    Some(size) if size <= 16 && size.is_power_of_two() => align.max(size),
                    _ => align,
                }
            }
            Type::VaList => 8,
            _ => self.size(ty).unwrap_or(1).max(1),
        }
    }

    /// Alignment of a type with qualifiers.
    pub fn qual_align(&self, ty: QualType) -> u64 {
        if ty.align != 0 {
            ty.align
        } else {
            self.align(ty.ty)
        }
    }

    /// Alignment as a member, before packing; also what `_Alignof` says.
    pub fn member_align(&self, ty: QualType) -> u64 {
        if ty.align != 0 {
            return ty.align;
        }
        let natural = self.align(ty.ty);
        if self.model == DataModel::Lp64 {
            return natural;
        }
        let mut inner = ty.ty;
        while let Some(element) = self.element(inner) {
            inner = element;
        }
        match self.get(inner) {
            Type::Int { .. } | Type::Double => natural.min(4),
            _ => natural,
        }
    }

    /// Lays members out. `pack` is the limit of a `#pragma pack`, `align` the alignment asked of the record.
    /// None if the record is too large.
    pub fn lay_out(
        &self,
        union: bool,
        members: &[MemberSpec],
        pack: Option<u64>,
        align: u64,
    ) -> Option<Layout> {
        let mut placing = Placing {
            union,
            pack,
            fields: Vec::with_capacity(members.len()),
            origins: Vec::with_capacity(members.len()),
            align: align.max(1),
            position: 0,
            run: None,
        };
        for (origin, member) in members.iter().enumerate() {
            let unpacked = self.member_align(member.ty);
            // A flexible member has no size.
            let size = match self.get(member.ty.ty) {
                Type::Array { length: None, .. } if member.width.is_none() => 0,
                _ if member.width == Some(0) => 0,
                _ => self.size(member.ty.ty)?,
            };
            match member.width {
                Some(width) => placing.place_bits(origin, member, u64::from(width), unpacked, size)?,
                None => placing.place(origin, member, unpacked, size)?,
            }
        }
        placing.finish()
    }

    /// Finds a member by name, through anonymous members: the indices to follow from the outside in.
    pub fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<(RecordId, u32)>> {
        self.find_member_within(record, name, 0)
    }

    fn find_member_within(&self, record: RecordId, name: &str, depth: u32) -> Option<Vec<(RecordId, u32)>> {
        let fields = &self.record(record).fields;
        if let Some(index) = fields.iter().position(|field| field.name == name) {
            return Some(vec![(record, index as u32)]);
        }
        if depth > 256 {
            return None;
        }
        for (index, field) in fields.iter().enumerate() {
            if field.name.is_empty()
                && let Some(inner) = self.as_record(field.ty)
                && let Some(mut path) = self.find_member_within(inner, name, depth + 1)
            {
                path.insert(0, (record, index as u32));
                return Some(path);
            }
        }
        None
    }
}

/// A record while its members get their places.
struct Placing {
    union: bool,
    pack: Option<u64>,
    fields: Vec<Field>,
    origins: Vec<usize>,
    align: u64,
    /// Next free bit in a struct; size in bits of a union.
    position: u64,
    /// Fields of the current run of bit-fields, and the first bit of the run.
    run: Option<(usize, u64)>,
}

impl Placing {
    /// Gives the fields of a finished run of bit-fields their memory location.
    fn close_run(&mut self, end: u64) {
        let Some((first, start)) = self.run.take() else {
            return;
        };
        let start_byte = start / 8;
        let length = end.div_ceil(8).saturating_sub(start_byte).max(1);
        for field in self.fields.iter_mut().skip(first) {
            if let Some(bits) = &mut field.bits {
                bits.location_start = start_byte;
                bits.location_length = u32::try_from(length).unwrap_or(u32::MAX);
            }
        }
    }

    /// Goes on behind a member.
    fn go_on(&mut self, end: u64) {
        self.position = if self.union { self.position.max(end) } else { end };
    }

    /// A member that is no bit-field, of so many bytes.
    fn place(&mut self, origin: usize, member: &MemberSpec, unpacked: u64, size: u64) -> Option<()> {
        self.close_run(self.position);
        let mut wanted = if member.packed {
            member.align.max(1)
        } else {
            unpacked.max(member.align)
        };
        if let Some(pack) = self.pack {
            wanted = wanted.min(pack);
        }
        self.align = self.align.max(wanted);
        let start = if self.union {
            0
        } else {
            round_up(self.position, wanted.checked_mul(8)?)
        };
        self.fields.push(Field {
            name: member.name.clone(),
            ty: member.ty.ty,
            offset: start / 8,
            bits: None,
        });
        self.origins.push(origin);
        self.go_on(start.checked_add(size.checked_mul(8)?)?);
        Some(())
    }

    /// A bit-field of so many bits, whose type has so many bytes.
    fn place_bits(
        &mut self,
        origin: usize,
        member: &MemberSpec,
        width: u64,
        unpacked: u64,
        size: u64,
    ) -> Option<()> {
        if width == 0 {
            self.close_run(self.position);
            if !self.union {
                let to = unpacked.max(member.align);
                self.position = round_up(self.position, to.checked_mul(8)?);
            }
            return Some(());
        }
        let (unit, unit_align) = (size.checked_mul(8)?, unpacked * 8);
        let mut wanted = member.align;
        if let Some(pack) = self.pack {
            wanted = wanted.min(pack);
        }
        if !member.name.is_empty() {
            let type_align = match self.pack {
                Some(pack) => unpacked.min(pack),
                None if member.packed => 1,
                None => unpacked,
            };
            self.align = self.align.max(type_align).max(wanted);
        }
        let before = if self.union { 0 } else { self.position };
        let mut start = before;
        if member.align != 0 {
            start = round_up(start, wanted.checked_mul(8)?);
        }
        let spans = (start % unit_align + width).div_ceil(unit_align);
        // gcc takes a bit-field that fills an aligned machine integer for no bit-field at all here; that
        // matters where a typedef asks for more alignment than the type's size.
        let whole = matches!(width, 8 | 16 | 32 | 64) && before.is_multiple_of(width);
        if !member.packed && self.pack.is_none() && !whole && spans > unit / unit_align {
            start = round_up(start, unit_align);
        }
        let end = start.checked_add(width)?;
        if self.union {
            self.close_run(self.position);
        }
        self.run.get_or_insert((self.fields.len(), start));
        if !member.name.is_empty() {
            self.fields.push(Field {
                name: member.name.clone(),
                ty: member.ty.ty,
                offset: start / 8,
                bits: Some(FieldBits {
                    shift: (start % 8) as u8,
                    width: width as u8,
                    location_start: start / 8,
                    location_length: 0,
                }),
            });
            self.origins.push(origin);
        }
        self.go_on(end);
        if self.union {
            self.close_run(end);
        }
        Some(())
    }

    /// The layout, if it is not too large.
    fn finish(mut self) -> Option<Layout> {
        self.close_run(self.position);
        let size = round_up(self.position.div_ceil(8), self.align);
        (size <= MAX_SIZE / 8).then_some(Layout {
            size,
            align: self.align,
            fields: self.fields,
            origins: self.origins,
        })
    }
}
