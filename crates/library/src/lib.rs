//! What functions of the C library and of runtimes do: one row for each.
//!
//! A [row](Row) says what the function is called and where it is declared, what a call reads, writes, keeps
//! and calls back, what it gives, which state of the library it uses, and who implements it. Whoever wants to
//! know something of a library function asks here; nobody else keeps lists of names.
//!
//! *Invariants:* a row claims all that the implementation does (the machine's tests run natives against their
//! rows); a function without a row is one that nothing is known of. Spellings of compilers and of the C
//! library's headers are rules of [`find`], not rows.

mod callback;
pub mod format;
mod index;
mod row;
mod table;

pub use callback::{CallsBack, calls_back, registers, starts};
pub use row::{
    Answer, Argument, Behind, By, Contents, Data, Draw, End, Extent, Gives, Hidden, Missing, Role, Row, Size,
    Use, World,
};

/// The functions of a header.
pub(crate) struct Table {
    /// The header, or nothing if no header declares them.
    header: &'static str,
    rows: &'static [Row],
}

/// Which floating type a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floating {
    /// `double`, as the row says; or none is concerned.
    Double,
    /// `float`.
    Single,
    /// `long double`.
    Long,
}

/// A function by the name that a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// What is known of it. Positions of arguments are those of the plain function; see
    /// [`Function::position`].
    pub row: &'static Row,
    /// The header that declares it; empty if none does.
    pub header: &'static str,
    /// Which version it is of a function for several types.
    pub floating: Floating,
    /// Whether it uses a stream without its lock, which only who has that lock, or nobody else the stream,
    /// may.
    pub is_unlocked: bool,
    /// Which arguments of the call the plain function does not have.
    extra: &'static [u8],
}

/// What is known of a function, by any of its spellings: `f` itself, `__builtin_f`, `__f_chk` with arguments
/// for its checks, `__isoc99_f` and `__isoc23_f`, `f_unlocked` of a stream's function, and `ff` and `fl` of
/// one for floating types.
pub fn find(name: &str) -> Option<Function> {
    let plain = |(row, header): (&'static Row, &'static str)| Function {
        row,
        header,
        floating: Floating::Double,
        is_unlocked: false,
        extra: &[],
    };
    if let Some(found) = index::find(name) {
        return Some(plain(found));
    }
    if let Some(name) = name.strip_prefix("__builtin_") {
        return find(name);
    }
    if let Some(name) = strip(name, "__isoc99_").or_else(|| strip(name, "__isoc23_")) {
        return index::find(name).map(plain);
    }
    if let Some(name) = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")) {
        let found = index::find(name).map(plain)?;
        let extra = found.row.checked;
        return (!extra.is_empty()).then_some(Function { extra, ..found });
    }
    if let Some(name) = name.strip_suffix("_unlocked") {
        return index::find(name)
            .map(plain)
            .filter(|found| found.header == "stdio.h")
            .map(|found| Function {
                is_unlocked: true,
                ..found
            });
    }
    let floating = match name.as_bytes().last()? {
        b'f' => Floating::Single,
        b'l' => Floating::Long,
        _ => return None,
    };
    let found = index::find(&name[..name.len() - 1]).map(plain)?;
    found.row.has_floats.then_some(Function { floating, ..found })
}

fn strip<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    name.strip_prefix(prefix)
}

/// Whether a function looks at this part of the outside, or changes it.
pub fn looks_at(name: &str, world: World) -> bool {
    find(name).is_some_and(|found| found.row.world == Some(world))
}

/// All rows, with their headers.
pub fn rows() -> impl Iterator<Item = (&'static Row, &'static str)> {
    let tables = table::TABLES.iter();
    tables.flat_map(|table| table.rows.iter().map(|row| (row, table.header)))
}

impl Function {
    /// What becomes of an argument of the call. What the plain function does not have steers nothing; of what
    /// is not known, none is given.
    pub fn argument(&self, at: usize) -> Option<Argument> {
        if self.row.is_opaque {
            return None;
        }
        if self.extra.iter().any(|&extra| usize::from(extra) == at) {
            return Some(row::V);
        }
        let before = self
            .extra
            .iter()
            .filter(|&&extra| usize::from(extra) < at)
            .count();
        self.row.arguments.get(at - before).copied()
    }

    /// Where an argument of the plain function is in the call.
    pub fn position(&self, argument: u8) -> usize {
        let mut at = usize::from(argument);
        for &extra in self.extra {
            at += usize::from(usize::from(extra) <= at);
        }
        at
    }

    /// Where the argument for something is in the call.
    pub fn position_of(&self, usage: Use) -> Option<usize> {
        let at = self
            .row
            .arguments
            .iter()
            .position(|argument| argument.usage == usage)?;
        Some(self.position(at as u8))
    }

    /// Which arguments of the call only the checking spelling has.
    pub fn extra(&self) -> &'static [u8] {
        self.extra
    }

    /// The types of the result and the parameters, a letter each; none if they need more than letters.
    pub fn signature(&self) -> Option<String> {
        let signature = self.row.signature;
        if signature.is_empty() || !self.extra.is_empty() {
            return None;
        }
        Some(match self.floating {
            Floating::Double => signature.to_owned(),
            Floating::Single => signature.replace('d', "f").replace('R', "U"),
            Floating::Long => signature.replace('d', "D").replace('R', "p"),
        })
    }
}

impl Row {
    /// Whether it only computes a number from numbers.
    pub fn is_pure(&self) -> bool {
        let is_value = |argument: &Argument| argument.usage == Use::Value;
        !self.is_opaque
            && self.gives == Gives::Number
            && self.arguments.iter().all(is_value)
            && self.hidden.is_none()
            && self.world.is_none()
            && self.ends.is_none()
            && !self.blocks
    }

    /// Whether it only prints.
    pub fn is_output(&self) -> bool {
        self.world == Some(World::Output)
    }

    /// Whether it ends the program as the program wants it.
    pub fn is_exit(&self) -> bool {
        matches!(self.ends, Some(End::Exit | End::AtOnce))
    }

    /// Whether it writes to memory through its arguments.
    pub fn writes(&self) -> bool {
        let writes = |argument: &Argument| argument.writes.is_some() || argument.behind == Behind::Written;
        self.is_opaque || self.arguments.iter().any(writes)
    }

    /// Whether no address that it is given is kept, stored or passed on. It may be given back.
    pub fn keeps_nothing(&self) -> bool {
        let keeps = |argument: &Argument| {
            let is_kept = matches!(
                argument.usage,
                Use::Callback | Use::Passed | Use::Handler | Use::Kept
            );
            let is_stored = matches!(argument.writes, Some((_, Data::Within(_))));
            let follows = argument.behind != Behind::Untouched && argument.usage != Use::Block;
            is_kept || is_stored || follows
        };
        !self.is_opaque && self.ends.is_none() && !self.arguments.iter().any(keeps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> Option<&'static str> {
        find(name).map(|found| found.row.name)
    }

    #[test]
    fn spellings_mean_the_plain_function() {
        for (name, expected) in [
            ("memcpy", Some("memcpy")),
            ("__builtin_memcpy", Some("memcpy")),
            ("__builtin___memcpy_chk", Some("memcpy")),
            ("__isoc99_sscanf", Some("sscanf")),
            ("__isoc23_strtol", Some("strtol")),
            ("putc_unlocked", Some("putc")),
            ("sqrtf", Some("sqrt")),
            ("__builtin_sqrtl", Some("sqrt")),
            ("erf", Some("erf")),
            ("__isnanf", Some("isnan")),
            ("index", Some("strchr")),
            ("mallocf", None),
            ("sqrt_unlocked", None),
            ("__malloc_chk", None),
            ("__exit", None),
        ] {
            assert_eq!(known(name), expected, "{name}");
        }
    }

    #[test]
    fn checking_versions_have_more_arguments() {
        let printf = find("__snprintf_chk").expect("is known");
        assert_eq!(printf.position_of(Use::Print), Some(4));
        assert_eq!([0, 1, 2, 3].map(|at| printf.position(at)), [0, 1, 4, 5]);
        assert_eq!(printf.argument(2).map(|a| a.usage), Some(Use::Value));
        assert_eq!(printf.argument(4).map(|a| a.usage), Some(Use::Print));
        assert_eq!(
            find("__fprintf_chk").expect("is known").position_of(Use::Print),
            Some(2)
        );
    }

    #[test]
    fn signatures_follow_the_floating_type() {
        let signature = |name| find(name).and_then(|found| found.signature());
        assert_eq!(signature("powf").as_deref(), Some("fff"));
        assert_eq!(signature("powl").as_deref(), Some("DDD"));
        assert_eq!(signature("modff").as_deref(), Some("ffU"));
        assert_eq!(signature("pthread_create"), None);
    }

    #[test]
    fn rows_are_of_one_piece() {
        for (row, _) in rows() {
            let name = row.name;
            let parameters = row.signature.trim_end_matches('.').len().saturating_sub(1);
            let variadic = usize::from(row.signature.ends_with('.'));
            if !row.is_opaque && !row.signature.is_empty() {
                assert_eq!(row.arguments.len(), parameters + variadic, "{name}");
            }
            let count = row.arguments.len() as u8;
            let is_argument = |size: Size| match size {
                Size::Argument(a, _) => a < count,
                Size::Product(a, b) => a < count && b < count,
                _ => true,
            };
            for argument in row.arguments {
                let extents = argument.reads.iter().chain(argument.writes.iter().map(|w| &w.0));
                assert!(extents.into_iter().all(|e| is_argument(e.size)), "{name}");
            }
            assert!(row.by != By::Model || row.has_model, "{name}");
        }
    }
}
