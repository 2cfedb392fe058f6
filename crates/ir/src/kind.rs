//! Kinds of scalar values, and the data model that fixes the size of a pointer.

/// The kind of a scalar value. Signedness is a property of operations, not of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// 128-bit integer.
    I128,
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// Pointer: object and offset. Its size in memory is the data model's.
    Ptr,
}

impl Kind {
    /// Every kind.
    pub const ALL: &'static [Kind] = &[
        Kind::I8,
        Kind::I16,
        Kind::I32,
        Kind::I64,
        Kind::I128,
        Kind::F32,
        Kind::F64,
        Kind::Ptr,
    ];

    /// Size in memory, in bytes.
    pub fn size(self, model: DataModel) -> u32 {
        match self {
            Kind::I8 => 1,
            Kind::I16 => 2,
            Kind::I32 | Kind::F32 => 4,
            Kind::I64 | Kind::F64 => 8,
            Kind::I128 => 16,
            Kind::Ptr => model.pointer_size(),
        }
    }

    /// Width of the value in bits as registers hold it; a pointer in a register has 64.
    pub fn bits(self) -> u32 {
        match self {
            Kind::I8 => 8,
            Kind::I16 => 16,
            Kind::I32 | Kind::F32 => 32,
            Kind::I64 | Kind::F64 | Kind::Ptr => 64,
            Kind::I128 => 128,
        }
    }

    /// Whether this is an integer kind.
    pub fn is_int(self) -> bool {
        matches!(self, Kind::I8 | Kind::I16 | Kind::I32 | Kind::I64 | Kind::I128)
    }

    /// Whether this is a floating kind.
    pub fn is_float(self) -> bool {
        matches!(self, Kind::F32 | Kind::F64)
    }

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Kind::I8 => "i8",
            Kind::I16 => "i16",
            Kind::I32 => "i32",
            Kind::I64 => "i64",
            Kind::I128 => "i128",
            Kind::F32 => "f32",
            Kind::F64 => "f64",
            Kind::Ptr => "ptr",
        }
    }

    /// The kind that has this name in the text form.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|k| k.name() == name)
    }

    /// The bits that a value of this kind may have set.
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - self.bits())
    }

    /// Smallest and largest integer of this width, as signed numbers or not; an unsigned 128-bit range
    /// ends where `i128` does.
    pub fn range(self, signed: bool) -> (i128, i128) {
        let bits = self.bits();
        if signed {
            (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))
        } else {
            (0, i128::MAX >> (127 - bits.min(127)))
        }
    }
}

/// Sizes of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
}

impl DataModel {
    /// Size of a pointer in memory, in bytes.
    pub fn pointer_size(self) -> u32 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// The name in the text form and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    /// The data model that has this name.
    pub fn from_name(name: &str) -> Option<DataModel> {
        [DataModel::Lp64, DataModel::Ilp32]
            .into_iter()
            .find(|m| m.name() == name)
    }
}
