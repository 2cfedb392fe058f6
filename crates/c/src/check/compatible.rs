//! Compatible and composite types (C11 6.2.7).
//!
//! Records of one file are compatible if they are the same; of different files, if they have the same tag and
//! their members have the same names, offsets and compatible types. Types that refer to themselves are
//! assumed compatible while they are being compared.

use super::types::{ERROR, TypeTable};
use crate::hir::{RecordId, Type, TypeId};

/// How records are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Across {
    /// Within one file: by identity.
    SameFile,
    /// Between files: by structure.
    Files,
}

struct Comparison<'a> {
    types: &'a TypeTable,
    across: Across,
    assumed: Vec<(RecordId, RecordId)>,
    depth: u32,
}

impl TypeTable {
    /// Whether two types of one file are compatible.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.compatible_across(a, b, Across::SameFile)
    }

    /// Whether two types are compatible.
    pub fn compatible_across(&self, a: TypeId, b: TypeId, across: Across) -> bool {
        Comparison {
            types: self,
            across,
            assumed: Vec::new(),
            depth: 0,
        }
        .types(a, b)
    }

    /// What is known from two compatible declarations together: array lengths and prototypes.
    pub fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b || b == ERROR {
            return a;
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (
                Type::Array {
                    element: x,
                    length: n,
                },
                Type::Array {
                    element: y,
                    length: m,
                },
            ) => {
                let element = self.composite(x, y);
                self.array(element, n.or(m))
            }
            (Type::Array { .. }, Type::Vla { .. }) => a,
            (Type::Vla { .. }, Type::Array { .. }) => b,
            (Type::Vla { length: None, .. }, Type::Vla { .. }) => b,
            (
                Type::Pointer {
                    to: x,
                    constant,
                    volatile,
                },
                Type::Pointer { to: y, .. },
            ) => {
                let to = self.composite(x, y);
                self.pointer(to, super::types::Quals { constant, volatile })
            }
            (
                Type::Function {
                    result,
                    params: p,
                    variadic,
                    prototype: true,
                },
                Type::Function {
                    result: other,
                    params: q,
                    prototype: true,
                    ..
                },
            ) if p.len() == q.len() => {
                let result = self.composite(result, other);
                let params = p.iter().zip(&q).map(|(x, y)| self.composite(*x, *y)).collect();
                self.intern(Type::Function {
                    result,
                    params,
                    variadic,
                    prototype: true,
                })
            }
            (Type::Function { prototype: false, .. }, Type::Function { prototype: true, .. }) => b,
            (
                Type::Function {
                    prototype: false,
                    params,
                    ..
                },
                Type::Function { prototype: false, .. },
            ) if params.is_empty() => b,
            _ => a,
        }
    }

    /// Whether passing through default promotions leaves this type as it is.
    pub fn is_promoted(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Bool | Type::Float => false,
            Type::Int { rank, .. } => *rank >= crate::hir::Rank::Int,
            _ => true,
        }
    }
}

impl Comparison<'_> {
    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b || a == ERROR || b == ERROR {
            return true;
        }
        if self.depth > 400 {
            // Only an endless chain of records of different files gets here; a false alarm would be worse.
            return true;
        }
        self.depth += 1;
        let same = self.structure(a, b);
        self.depth -= 1;
        same
    }

    fn structure(&mut self, a: TypeId, b: TypeId) -> bool {
        match (self.types.get(a), self.types.get(b)) {
            (
                Type::Pointer {
                    to: x,
                    constant: c,
                    volatile: v,
                },
                Type::Pointer {
                    to: y,
                    constant: d,
                    volatile: w,
                },
            ) => c == d && v == w && self.types(*x, *y),
            (
                Type::Array {
                    element: x,
                    length: n,
                },
                Type::Array {
                    element: y,
                    length: m,
                },
            ) => (n.is_none() || m.is_none() || n == m) && self.types(*x, *y),
            (
                Type::Vla { element: x, .. } | Type::Array { element: x, .. },
                Type::Vla { element: y, .. } | Type::Array { element: y, .. },
            ) => self.types(*x, *y),
            (Type::Atomic(x), Type::Atomic(y)) => self.types(*x, *y),
            (Type::Record(x), Type::Record(y)) => self.records(*x, *y),
            (
                Type::Function {
                    result: r,
                    params: p,
                    variadic: v,
                    prototype: s,
                },
                Type::Function {
                    result: q,
                    params: o,
                    variadic: w,
                    prototype: t,
                },
            ) => {
                if !self.types(*r, *q) {
                    return false;
                }
                match (*s, *t) {
                    (true, true) => {
                        v == w
                            && p.len() == o.len()
                            && p.iter()
                                .zip(o)
                                .all(|(x, y)| self.types(self.types.unatomic(*x), self.types.unatomic(*y)))
                    }
                    (false, false) => true,
                    (true, false) => self.unprototyped(p, *v, o),
                    (false, true) => self.unprototyped(o, *w, p),
                }
            }
            _ => false,
        }
    }

    /// A prototype against `()` or an old-style definition, whose parameters are already promoted. Checked
    /// leniently: old code declares `int f();` and defines `int f(char c)`, and compilers let it pass.
    fn unprototyped(&mut self, params: &[TypeId], variadic: bool, old: &[TypeId]) -> bool {
        !variadic && (old.is_empty() || params.len() == old.len())
    }

    fn records(&mut self, a: RecordId, b: RecordId) -> bool {
        if a == b {
            return true;
        }
        if self.across == Across::SameFile {
            return false;
        }
        if self.assumed.contains(&(a, b)) {
            return true;
        }
        let (x, y) = (self.types.record(a), self.types.record(b));
        if x.union != y.union || x.name != y.name {
            return false;
        }
        if !x.complete || !y.complete {
            return true;
        }
        if x.size != y.size || x.fields.len() != y.fields.len() {
            return false;
        }
        self.assumed.push((a, b));
        x.fields.iter().zip(&y.fields).all(|(f, g)| {
            f.name == g.name && f.offset == g.offset && f.bits == g.bits && self.types(f.ty, g.ty)
        })
    }
}
