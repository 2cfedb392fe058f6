//! Source positions.

/// A source file of the program; an index into [`Program::files`](crate::Program::files).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

/// A place in a source file. Lines and columns count from 1; line 0 means "no position"
/// (code that the tool itself made).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Length in characters on that line.
    pub length: u32,
}

impl Span {
    /// The position of code that has none in the source.
    pub const NONE: Span = Span {
        file: FileId(0),
        line: 0,
        column: 0,
        length: 0,
    };

    /// Whether this names a place in the source at all.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}
