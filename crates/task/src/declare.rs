//! What a program declares: constants, shared variables, regions, procedures.

use crate::Error;
use crate::ast::{Expr, Item, Name, Proc, Type, Value, Variable};
use std::collections::HashMap;

/// Most bytes of a variable.
const LARGEST: u64 = 1 << 30;

/// A shared variable.
#[derive(Clone, Debug)]
pub struct Shared {
    pub name: Name,
    pub ty: Type,
    /// Lengths of an array, outermost first; the number of regions is the first of a region array.
    pub lengths: Vec<u64>,
    /// Its initial value, of every element.
    pub init: Option<Constant>,
    /// The first region and how many there are, if it belongs to regions.
    pub regions: Option<(u64, u64)>,
    /// Whether the regions are an array.
    pub region_array: bool,
}

/// A value known before the program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Int(i64),
    Bool(bool),
    Real(f64),
}

/// All declarations.
#[derive(Clone, Debug, Default)]
pub struct Declared<'a> {
    pub constants: HashMap<String, i64>,
    pub shared: Vec<Shared>,
    /// By name, an index into `shared`.
    pub variables: HashMap<String, usize>,
    pub phasers: Vec<Name>,
    pub procs: Vec<&'a Proc>,
    /// By name, an index into `procs`.
    pub by_name: HashMap<String, usize>,
}

/// Collects the declarations.
pub fn declare<'a>(items: &'a [Item], errors: &mut Vec<Error>) -> Declared<'a> {
    let mut declared = Declared::default();
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut regions = 0;
    for item in items {
        let name = match item {
            Item::Const(name, _) => name,
            Item::Variable(v) => &v.name,
            Item::Phaser(name) => name,
            Item::Proc(p) => &p.name,
        };
        if let Some(line) = seen.insert(&name.text, name.span.line) {
            let message = format!("`{}` is declared twice, first in line {line}", name.text);
            errors.push(Error::new(name.span, message, "rename one of them"));
            continue;
        }
        match item {
            Item::Const(name, value) => {
                if let Some(n) = declared.number(value, errors) {
                    declared.constants.insert(name.text.clone(), n);
                }
            }
            Item::Variable(v) => declared.variable(v, &mut regions, errors),
            Item::Phaser(name) => declared.phasers.push(name.clone()),
            Item::Proc(p) => {
                declared.by_name.insert(p.name.text.clone(), declared.procs.len());
                declared.procs.push(p);
            }
        }
    }
    declared
}

impl Declared<'_> {
    fn variable(&mut self, v: &Variable, regions: &mut u64, errors: &mut Vec<Error>) {
        let mut lengths = Vec::new();
        for e in v.regions.iter().chain(&v.lengths) {
            match self.number(e, errors) {
                Some(n) if (1..=LARGEST as i64).contains(&n) => lengths.push(n as u64),
                Some(_) => errors.push(Error::new(
                    e.span,
                    "not a sensible length",
                    "lengths go from 1 to 2^30",
                )),
                None => {}
            }
        }
        let bytes = lengths.iter().try_fold(8u64, |all, n| all.checked_mul(*n));
        if bytes.is_none_or(|b| b > LARGEST) {
            let message = format!("`{}` is too large", v.name.text);
            errors.push(Error::new(
                v.name.span,
                message,
                "a variable has at most 2^30 bytes",
            ));
            return;
        }
        let own = v.is_region.then(|| {
            let count = v
                .regions
                .as_ref()
                .map_or(1, |_| lengths.first().copied().unwrap_or(1));
            let first = *regions;
            *regions += count;
            (first, count)
        });
        let init = v.init.as_ref().and_then(|e| self.constant(e, v.ty, errors));
        self.variables.insert(v.name.text.clone(), self.shared.len());
        self.shared.push(Shared {
            name: v.name.clone(),
            ty: v.ty,
            lengths,
            init,
            regions: own,
            region_array: v.regions.is_some(),
        });
    }

    /// The value of a constant expression of a type.
    fn constant(&self, e: &Expr, ty: Type, errors: &mut Vec<Error>) -> Option<Constant> {
        match (&e.what, ty) {
            (Value::Real(x), Type::Real) => Some(Constant::Real(*x)),
            (Value::Unary("-", inner), Type::Real) => match self.constant(inner, ty, errors) {
                Some(Constant::Real(x)) => Some(Constant::Real(-x)),
                other => other,
            },
            (Value::Bool(b), Type::Bool) => Some(Constant::Bool(*b)),
            (_, Type::Int) => self.number(e, errors).map(Constant::Int),
            _ => {
                let message = format!("not a constant of type {}", ty.word());
                errors.push(Error::new(
                    e.span,
                    message,
                    "assign it in `main` if it must be computed",
                ));
                None
            }
        }
    }

    /// The value of a constant integer expression.
    pub fn number(&self, e: &Expr, errors: &mut Vec<Error>) -> Option<i64> {
        match &e.what {
            Value::Int(n) => Some(*n),
            Value::Unary("-", a) => Some(self.number(a, errors)?.wrapping_neg()),
            Value::Place(place)
                if place.indices.is_empty() && self.constants.contains_key(&place.name.text) =>
            {
                self.constants.get(&place.name.text).copied()
            }
            Value::Binary(op, a, b) => {
                let (x, y) = (self.number(a, errors)?, self.number(b, errors)?);
                let value = match *op {
                    "+" => Some(x.wrapping_add(y)),
                    "-" => Some(x.wrapping_sub(y)),
                    "*" => Some(x.wrapping_mul(y)),
                    "/" => x.checked_div(y),
                    "%" => x.checked_rem(y),
                    "<<" => Some(x.wrapping_shl(y as u32)),
                    ">>" => Some(x.wrapping_shr(y as u32)),
                    _ => None,
                };
                if value.is_none() {
                    errors.push(Error::new(
                        e.span,
                        "this has no value",
                        "constants are made with + - * / % << >>",
                    ));
                }
                value
            }
            _ => {
                errors.push(Error::new(
                    e.span,
                    "not a constant",
                    "write numbers and constants declared before",
                ));
                None
            }
        }
    }
}
