//! Shapes: the layout of objects as the user wrote them.
//!
//! Shapes have no effect on what a program does. They let a report say `accounts[2].balance`
//! instead of "byte 40 of object 7".

/// Index into [`Program::shapes`](crate::Program::shapes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

/// The layout of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No parts worth naming.
    Scalar {
        /// Size in bytes.
        size: u64,
    },
    /// `length` elements, one after the other.
    Array {
        /// Shape of one element.
        element: ShapeId,
        /// Size of one element in bytes.
        stride: u64,
        /// Number of elements (0: unknown or flexible).
        length: u64,
    },
    /// Named members at offsets; a union has several at one offset.
    Record {
        /// Tag or typedef name, may be empty.
        name: String,
        /// Size in bytes.
        size: u64,
        /// Members in order of declaration.
        fields: Vec<Field>,
    },
}

/// A member of a record shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for an anonymous member, whose own members are named in its place.
    pub name: String,
    /// Offset in bytes from the start of the record.
    pub offset: u64,
    /// Its shape.
    pub shape: ShapeId,
}
