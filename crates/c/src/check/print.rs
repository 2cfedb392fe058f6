//! Types in C syntax, for messages.

use super::types::{ERROR, QualType, TypeTable};
use crate::hir::{Rank, Type, TypeId};

impl TypeTable {
    /// A type with qualifiers in C syntax.
    pub fn qual_name(&self, ty: QualType) -> String {
        let mut prefix = String::new();
        if ty.quals.constant {
            prefix.push_str("const ");
        }
        if ty.quals.volatile {
            prefix.push_str("volatile ");
        }
        if self.is_pointer(ty.ty) && !prefix.is_empty() {
            return self.declare(ty.ty, prefix.trim_end());
        }
        prefix + &self.type_name(ty.ty)
    }

    /// A type in C syntax.
    pub fn type_name(&self, ty: TypeId) -> String {
        self.declare(ty, "")
    }

    /// A declaration of `name` with this type.
    fn declare(&self, ty: TypeId, name: &str) -> String {
        if ty == ERROR {
            return "<error>".to_owned();
        }
        let join = |base: &str| {
            if name.is_empty() {
                base.to_owned()
            } else {
                format!("{base} {name}")
            }
        };
        match self.get(ty) {
            Type::Void => join("void"),
            Type::Bool => join("_Bool"),
            Type::Int { bits, signed, rank } => join(integer_name(*bits, *signed, *rank)),
            Type::Float => join("float"),
            Type::Double => join("double"),
            Type::LongDouble => join("long double"),
            Type::VaList => join("va_list"),
            Type::Record(id) => {
                let record = self.record(*id);
                let kind = if record.union { "union" } else { "struct" };
                if self.typedef_named[id.0 as usize] || self.packed[id.0 as usize].is_some() {
                    join(&record.name)
                } else if record.name.is_empty() {
                    join(&format!("{kind} <anonymous>"))
                } else {
                    join(&format!("{kind} {}", record.name))
                }
            }
            Type::Atomic(inner) => join(&format!("_Atomic({})", self.type_name(*inner))),
            Type::Pointer {
                to,
                constant,
                volatile,
            } => {
                let inner = if self.is_array(*to) || self.is_function(*to) {
                    format!("(*{name})")
                } else {
                    format!("*{name}")
                };
                let mut quals = String::new();
                if *constant {
                    quals.push_str("const ");
                }
                if *volatile {
                    quals.push_str("volatile ");
                }
                if self.is_pointer(*to) {
                    self.declare(*to, &format!("{quals}{inner}"))
                } else {
                    quals + &self.declare(*to, &inner)
                }
            }
            Type::Array { element, length } => {
                let length = length.map(|n| n.to_string()).unwrap_or_default();
                self.declare(*element, &format!("{name}[{length}]"))
            }
            Type::Vla { element, .. } => self.declare(*element, &format!("{name}[*]")),
            Type::Function {
                result,
                params,
                variadic,
                prototype,
            } => {
                let mut list: Vec<String> = params.iter().map(|p| self.type_name(*p)).collect();
                if *variadic {
                    list.push("...".to_owned());
                } else if list.is_empty() && *prototype {
                    list.push("void".to_owned());
                }
                if !*prototype {
                    list.clear();
                }
                self.declare(*result, &format!("{name}({})", list.join(", ")))
            }
        }
    }
}

fn integer_name(bits: u8, signed: bool, rank: Rank) -> &'static str {
    match (rank, signed) {
        (Rank::PlainChar, _) => "char",
        (Rank::Char, true) => "signed char",
        (Rank::Char, false) => "unsigned char",
        (Rank::Short, true) => "short",
        (Rank::Short, false) => "unsigned short",
        (Rank::Int, true) => "int",
        (Rank::Int, false) => "unsigned int",
        (Rank::Long, true) => "long",
        (Rank::Long, false) => "unsigned long",
        (Rank::LongLong, true) => "long long",
        (Rank::LongLong, false) => "unsigned long long",
        (Rank::Int128, true) if bits == 128 => "__int128",
        (Rank::Int128, true) => "signed",
        (Rank::Int128, false) => "unsigned __int128",
    }
}
