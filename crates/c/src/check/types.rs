//! The table of types while checking: interning, well-known types, questions about types.
//!
//! Invariants: equal unqualified types have equal ids. [`ERROR`] is the type of what could not be
//! typed; it is stored as `void`, equals no other type, and exists only if an error was reported, so it never
//! leaves the checker. No type nests deeper than [`MAX_DEPTH`] without a record in between.

use std::collections::HashMap;

use raceproof_ir::DataModel;

use crate::hir::{LocalId, Rank, Record, RecordId, Type, TypeId, Types};

/// How deep types nest at most (pointers to arrays of pointers to …).
pub(crate) const MAX_DEPTH: u16 = 256;

macro_rules! known {
    ($($name:ident $number:literal)*) => { $(pub(crate) const $name: TypeId = TypeId($number);)* };
}

known! {
    ERROR 0 VOID 1 BOOL 2 CHAR 3 SCHAR 4 UCHAR 5 SHORT 6 USHORT 7 INT 8 UINT 9 LONG 10 ULONG 11 LLONG 12
    ULLONG 13 INT128 14 UINT128 15 FLOAT 16 DOUBLE 17 LDOUBLE 18 VA_LIST 19 VOID_PTR 20 CHAR_PTR 21
    CONST_CHAR_PTR 22 CONST_VOID_PTR 23
}

/// Qualifiers that change what may be done with an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Quals {
    pub constant: bool,
    pub volatile: bool,
}

impl Quals {
    /// Both sets together.
    pub fn with(self, other: Quals) -> Quals {
        Quals {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
        }
    }
}

/// A type with qualifiers. Those of an array are those of its elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QualType {
    pub ty: TypeId,
    pub quals: Quals,
    /// The alignment that a typedef or `aligned` attribute gave it instead of the natural one, or 0.
    pub align: u64,
}

impl QualType {
    /// Without qualifiers.
    pub fn plain(ty: TypeId) -> QualType {
        QualType {
            ty,
            quals: Quals::default(),
            align: 0,
        }
    }

    /// With qualifiers.
    pub fn qualified(ty: TypeId, quals: Quals) -> QualType {
        QualType { ty, quals, align: 0 }
    }
}

/// The types of a program, interned.
pub(crate) struct TypeTable {
    /// The table that goes into the typed tree.
    pub table: Types,
    /// Qualifiers of the members of each record.
    pub member_quals: Vec<Vec<Quals>>,
    /// Which records are transparent unions.
    pub transparent: Vec<bool>,
    /// Which records have no tag but the name of a typedef.
    pub typedef_named: Vec<bool>,
    /// What each record is of that is a complex number or a vector.
    pub packed: Vec<Option<super::packed::Packed>>,
    /// Sizes of types.
    pub model: DataModel,
    index: HashMap<Type, TypeId>,
    depth: Vec<u16>,
}

fn int(bits: u8, signed: bool, rank: Rank) -> Type {
    Type::Int { bits, signed, rank }
}

impl TypeTable {
    /// The well-known types.
    pub fn new(model: DataModel) -> TypeTable {
        let mut table = TypeTable {
            table: Types::default(),
            member_quals: Vec::new(),
            transparent: Vec::new(),
            typedef_named: Vec::new(),
            packed: Vec::new(),
            model,
            index: HashMap::new(),
            depth: Vec::new(),
        };
        let long = match model {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        };
        table.table.types.push(Type::Void);
        table.depth.push(0);
        for ty in [
            Type::Void,
            Type::Bool,
            int(8, true, Rank::PlainChar),
            int(8, true, Rank::Char),
            int(8, false, Rank::Char),
            int(16, true, Rank::Short),
            int(16, false, Rank::Short),
            int(32, true, Rank::Int),
            int(32, false, Rank::Int),
            int(long, true, Rank::Long),
            int(long, false, Rank::Long),
            int(64, true, Rank::LongLong),
            int(64, false, Rank::LongLong),
            int(128, true, Rank::Int128),
            int(128, false, Rank::Int128),
            Type::Float,
            Type::Double,
            Type::LongDouble,
            Type::VaList,
        ] {
            table.intern(ty);
        }
        table.pointer(VOID, Quals::default());
        table.pointer(CHAR, Quals::default());
        let constant = Quals {
            constant: true,
            volatile: false,
        };
        table.pointer(CHAR, constant);
        table.pointer(VOID, constant);
        table
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let of = |id: TypeId| self.depth.get(id.0 as usize).copied().unwrap_or(0);
        let inner = match &ty {
            Type::Pointer { to, .. } => of(*to),
            Type::Array { element, .. } | Type::Vla { element, .. } => of(*element),
            Type::Atomic(inner) => of(*inner),
            Type::Function { result, params, .. } => {
                params.iter().map(|p| of(*p)).fold(of(*result), u16::max)
            }
            _ => 0,
        };
        if inner >= MAX_DEPTH {
            // Callers that build types from declarators ask `too_deep` and report; this is the safety net.
            return ERROR;
        }
        let id = TypeId(self.table.types.len() as u32);
        self.table.types.push(ty.clone());
        self.depth.push(inner + 1);
        self.index.insert(ty, id);
        id
    }

    /// Whether nothing can be derived from this type any more.
    pub fn too_deep(&self, ty: TypeId) -> bool {
        self.depth
            .get(ty.0 as usize)
            .is_some_and(|depth| *depth >= MAX_DEPTH)
    }

    /// The type with this id.
    pub fn get(&self, ty: TypeId) -> &Type {
        self.table.types.get(ty.0 as usize).unwrap_or(&Type::Void)
    }

    /// The record with this id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.table.records[id.0 as usize]
    }

    /// The record that this (perhaps atomic) type is.
    pub fn as_record(&self, ty: TypeId) -> Option<RecordId> {
        match self.get(self.unatomic(ty)) {
            Type::Record(id) if ty != ERROR => Some(*id),
            _ => None,
        }
    }

    /// A new record without members.
    pub fn add_record(&mut self, record: Record) -> RecordId {
        let id = RecordId(self.table.records.len() as u32);
        self.table.records.push(record);
        self.member_quals.push(Vec::new());
        self.transparent.push(false);
        self.packed.push(None);
        self.typedef_named.push(false);
        id
    }

    /// Qualifiers of a member.
    pub fn quals_of_member(&self, record: RecordId, field: u32) -> Quals {
        self.member_quals
            .get(record.0 as usize)
            .and_then(|quals| quals.get(field as usize))
            .copied()
            .unwrap_or_default()
    }

    /// Pointer to a type.
    pub fn pointer(&mut self, to: TypeId, quals: Quals) -> TypeId {
        if to == ERROR {
            return ERROR;
        }
        self.intern(Type::Pointer {
            to,
            constant: quals.constant,
            volatile: quals.volatile,
        })
    }

    /// Array of a type.
    pub fn array(&mut self, element: TypeId, length: Option<u64>) -> TypeId {
        if element == ERROR {
            return ERROR;
        }
        self.intern(Type::Array { element, length })
    }

    /// Variable length array of a type.
    pub fn vla(&mut self, element: TypeId, length: Option<LocalId>) -> TypeId {
        if element == ERROR {
            return ERROR;
        }
        self.intern(Type::Vla { element, length })
    }

    /// The `_Atomic` version of a type.
    pub fn atomic(&mut self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            _ if ty == ERROR => ERROR,
            Type::Atomic(_) => ty,
            _ => self.intern(Type::Atomic(ty)),
        }
    }

    /// The type without `_Atomic`.
    pub fn unatomic(&self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Atomic(inner) => *inner,
            _ => ty,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<QualType> {
        match self.get(ty) {
            Type::Pointer {
                to,
                constant,
                volatile,
            } => Some(QualType::qualified(
                *to,
                Quals {
                    constant: *constant,
                    volatile: *volatile,
                },
            )),
            _ => None,
        }
    }

    /// The element of an array, variable or not.
    pub fn element(&self, ty: TypeId) -> Option<TypeId> {
        match self.get(ty) {
            Type::Array { element, .. } | Type::Vla { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// Whether an integer type, `_Bool` included.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Bool | Type::Int { .. })
    }

    /// Whether a floating type.
    pub fn is_floating(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Float | Type::Double | Type::LongDouble)
    }

    /// Whether an integer or floating type.
    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_floating(ty)
    }

    /// Whether a pointer type.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Pointer { .. })
    }

    /// Whether a value of it can be tested for zero.
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// Whether `void`, not the error type.
    pub fn is_void(&self, ty: TypeId) -> bool {
        ty == VOID
    }

    /// Whether a function type.
    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Function { .. })
    }

    /// Whether an array, variable or not.
    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Array { .. } | Type::Vla { .. })
    }

    /// Whether the type is or holds a variable length array, other than behind a function.
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Vla { .. } => true,
            Type::Array { element, .. } => self.is_variably_modified(*element),
            Type::Pointer { to, .. } => self.is_variably_modified(*to),
            _ => false,
        }
    }

    /// Whether its size is only known at run time.
    pub fn is_vla(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Vla { .. } => true,
            Type::Array { element, .. } => self.is_vla(*element),
            _ => false,
        }
    }

    /// Width and signedness of an integer type (`_Bool`: 8, unsigned).
    pub fn integer(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.get(ty) {
            Type::Bool => Some((8, false)),
            Type::Int { bits, signed, .. } => Some((u32::from(*bits), *signed)),
            _ => None,
        }
    }

    /// `size_t`.
    pub fn size_t(&self) -> TypeId {
        match self.model {
            DataModel::Lp64 => ULONG,
            DataModel::Ilp32 => UINT,
        }
    }

    /// `ptrdiff_t` and `intptr_t`.
    pub fn ptrdiff_t(&self) -> TypeId {
        match self.model {
            DataModel::Lp64 => LONG,
            DataModel::Ilp32 => INT,
        }
    }

    /// `wchar_t`.
    pub fn wchar_t(&self) -> TypeId {
        match self.model {
            DataModel::Lp64 => INT,
            DataModel::Ilp32 => LONG,
        }
    }

    /// The unsigned (or signed) type of the same rank and width.
    pub fn with_sign(&mut self, ty: TypeId, signed: bool) -> TypeId {
        match *self.get(ty) {
            Type::Int { bits, rank, .. } => {
                let rank = if rank == Rank::PlainChar { Rank::Char } else { rank };
                self.intern(Type::Int { bits, signed, rank })
            }
            _ => ty,
        }
    }

    /// The integer type of a width, of the lowest rank that has it.
    pub fn integer_of_bits(&self, bits: u32, signed: bool) -> Option<TypeId> {
        let candidates: [TypeId; 6] = if signed {
            [SCHAR, SHORT, INT, LONG, LLONG, INT128]
        } else {
            [UCHAR, USHORT, UINT, ULONG, ULLONG, UINT128]
        };
        candidates
            .into_iter()
            .find(|&ty| self.integer(ty).is_some_and(|(width, _)| width == bits))
    }

    /// Whether objects of this type can exist: not incomplete, not a function, not `void`.
    pub fn is_complete(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            _ if ty == ERROR => true,
            Type::Void | Type::Function { .. } | Type::Array { length: None, .. } => false,
            Type::Array { element, .. } | Type::Vla { element, .. } => self.is_complete(*element),
            Type::Record(id) => self.record(*id).complete,
            Type::Atomic(inner) => self.is_complete(*inner),
            _ => true,
        }
    }

    /// The type with the lengths of variable arrays forgotten: what a function type may say to its callers.
    pub fn without_lengths(&mut self, ty: TypeId) -> TypeId {
        if !self.is_variably_modified(ty) {
            return ty;
        }
        match self.get(ty).clone() {
            Type::Vla { element, .. } => {
                let element = self.without_lengths(element);
                self.vla(element, None)
            }
            Type::Array { element, length } => {
                let element = self.without_lengths(element);
                self.array(element, length)
            }
            Type::Pointer {
                to,
                constant,
                volatile,
            } => {
                let to = self.without_lengths(to);
                self.pointer(to, Quals { constant, volatile })
            }
            _ => ty,
        }
    }
}
