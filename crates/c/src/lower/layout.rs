//! What lowering asks about types: sizes, kinds, signs, shapes.

use std::collections::HashMap;

use raceproof_ir::{DataModel, Field, Kind, Shape, ShapeId};

use crate::hir::{RecordId, Type, TypeId, Types};

/// Types with the data model that gives them sizes.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'a> {
    pub types: &'a Types,
    pub model: DataModel,
}

/// A function type, taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Signature<'a> {
    pub result: TypeId,
    pub params: &'a [TypeId],
    pub variadic: bool,
    pub prototype: bool,
}

/// Size and alignment of `va_list`.
pub(crate) const VA_LIST_SIZE: u64 = 24;
const VA_LIST_ALIGN: u64 = 8;

impl<'a> Layout<'a> {
    /// The type itself.
    pub fn get(self, ty: TypeId) -> &'a Type {
        &self.types.types[ty.0 as usize]
    }

    /// The type without `_Atomic`.
    pub fn plain(self, ty: TypeId) -> &'a Type {
        match self.get(ty) {
            Type::Atomic(inner) => self.get(*inner),
            other => other,
        }
    }

    /// Whether an access to an object of this type is atomic.
    pub fn is_atomic(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Atomic(_))
    }

    /// Size in bytes; of a variable length array, 0.
    pub fn size(self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Void | Type::Function { .. } | Type::Bool => 1,
            Type::Int { bits, .. } => u64::from(*bits) / 8,
            Type::Float => 4,
            Type::Double => 8,
            Type::LongDouble => match self.model {
                DataModel::Lp64 => 16,
                DataModel::Ilp32 => 12,
            },
            Type::Pointer { .. } => u64::from(self.model.pointer_size()),
            Type::Array { element, length } => self.size(*element).saturating_mul(length.unwrap_or(0)),
            Type::Vla { .. } => 0,
            Type::Record(record) => self.types.records[record.0 as usize].size,
            Type::Atomic(inner) => self.size(*inner),
            Type::VaList => VA_LIST_SIZE,
        }
    }

    /// Alignment in bytes.
    pub fn align(self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Array { element, .. } | Type::Vla { element, .. } => self.align(*element),
            Type::Record(record) => self.types.records[record.0 as usize].align.max(1),
            Type::Atomic(inner) => {
                let size = self.size(*inner);
                let natural = self.align(*inner);
                // gcc aligns small atomics to their size, so that one instruction accesses them.
                match size {
                    1 | 2 | 4 | 8 | 16 => natural.max(size),
                    _ => natural,
                }
            }
            Type::VaList => VA_LIST_ALIGN,
            Type::LongDouble if self.model == DataModel::Ilp32 => 4,
            _ => self.size(ty).max(1),
        }
    }

    /// Kind of a scalar; none for anything else.
    pub fn kind(self, ty: TypeId) -> Option<Kind> {
        Some(match self.plain(ty) {
            Type::Bool => Kind::I8,
            Type::Int { bits, .. } => int_kind(u64::from(*bits) / 8)?,
            Type::Float => Kind::F32,
            Type::Double | Type::LongDouble => Kind::F64,
            Type::Pointer { .. } => Kind::Ptr,
            _ => return None,
        })
    }

    /// Kind of a scalar, or of a function or array that a pointer stands for.
    pub fn scalar(self, ty: TypeId) -> Kind {
        self.kind(ty).unwrap_or(Kind::Ptr)
    }

    /// Whether values of the type are negative below zero.
    pub fn is_signed(self, ty: TypeId) -> bool {
        matches!(self.plain(ty), Type::Int { signed: true, .. })
    }

    /// Whether the type is `_Bool`.
    pub fn is_bool(self, ty: TypeId) -> bool {
        matches!(self.plain(ty), Type::Bool)
    }

    /// Whether values of the type are passed and copied as objects.
    pub fn is_record(self, ty: TypeId) -> bool {
        matches!(self.plain(ty), Type::Record(_) | Type::VaList)
    }

    /// Whether the size of the type is known only when the program runs.
    pub fn is_variable(self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Vla { .. } => true,
            Type::Array { element, .. } => self.is_variable(*element),
            _ => false,
        }
    }

    /// What a pointer type points to.
    pub fn pointee(self, ty: TypeId) -> Option<TypeId> {
        match self.plain(ty) {
            Type::Pointer { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// A function type or that of a pointer to one, taken apart.
    pub fn signature(self, ty: TypeId) -> Option<Signature<'a>> {
        match self.plain(ty) {
            Type::Function {
                result,
                params,
                variadic,
                prototype,
            } => Some(Signature {
                result: *result,
                params,
                variadic: *variadic,
                prototype: *prototype,
            }),
            Type::Pointer { to, .. } => match self.get(*to) {
                Type::Function { .. } => self.signature(*to),
                _ => None,
            },
            _ => None,
        }
    }

    /// Kind of an integer as large as a pointer in memory.
    pub fn address_kind(self) -> Kind {
        match self.model {
            DataModel::Lp64 => Kind::I64,
            DataModel::Ilp32 => Kind::I32,
        }
    }
}

/// The integer kind of a size in bytes.
pub(crate) fn int_kind(size: u64) -> Option<Kind> {
    Some(match size {
        1 => Kind::I8,
        2 => Kind::I16,
        4 => Kind::I32,
        8 => Kind::I64,
        16 => Kind::I128,
        _ => return None,
    })
}

/// The shapes of the program, each made once.
#[derive(Default)]
pub(super) struct ShapeTable {
    pub shapes: Vec<Shape>,
    scalars: HashMap<u64, ShapeId>,
    arrays: HashMap<(ShapeId, u64), ShapeId>,
    records: HashMap<RecordId, ShapeId>,
}

impl ShapeTable {
    /// The shape of a type.
    pub fn of(&mut self, layout: Layout<'_>, ty: TypeId) -> ShapeId {
        match layout.plain(ty) {
            Type::Array { element, length } => self.array(layout, *element, length.unwrap_or_default()),
            Type::Vla { element, .. } => self.array(layout, *element, 0),
            Type::Record(record) => self.record(layout, *record),
            _ => self.scalar(layout.size(ty)),
        }
    }

    /// The shape of something without parts.
    pub fn scalar(&mut self, size: u64) -> ShapeId {
        if let Some(&shape) = self.scalars.get(&size) {
            return shape;
        }
        let shape = self.add(Shape::Scalar { size });
        self.scalars.insert(size, shape);
        shape
    }

    fn array(&mut self, layout: Layout<'_>, element: TypeId, length: u64) -> ShapeId {
        let stride = layout.size(element);
        // Nothing can be told apart in an array of empty elements, nor by a stride that is not known.
        if stride == 0 {
            return self.scalar(0);
        }
        let element = self.of(layout, element);
        if let Some(&shape) = self.arrays.get(&(element, length)) {
            return shape;
        }
        let shape = self.add(Shape::Array {
            element,
            stride,
            length,
        });
        self.arrays.insert((element, length), shape);
        shape
    }

    fn record(&mut self, layout: Layout<'_>, id: RecordId) -> ShapeId {
        if let Some(&shape) = self.records.get(&id) {
            return shape;
        }
        let record = &layout.types.records[id.0 as usize];
        let fields = record
            .fields
            .iter()
            .map(|field| Field {
                name: field.name.clone(),
                offset: field.offset,
                shape: match field.bits {
                    Some(bits) => {
                        let bits = u64::from(bits.shift) + u64::from(bits.width);
                        self.scalar(bits.div_ceil(8))
                    }
                    None => self.of(layout, field.ty),
                },
            })
            .collect();
        let shape = self.add(Shape::Record {
            name: record.name.clone(),
            size: record.size,
            fields,
        });
        self.records.insert(id, shape);
        shape
    }

    fn add(&mut self, shape: Shape) -> ShapeId {
        self.shapes.push(shape);
        ShapeId(self.shapes.len() as u32 - 1)
    }
}
