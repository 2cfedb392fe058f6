//! Expressions.

use super::builder::Builder;
use super::{int, kind, size};
use crate::ast::{Expr, Name, Place, Type, Value};
use raceproof_ir::{
    Address, BinaryOp, Callee, CompareOp, ConvertOp, FuncId, GlobalId, Inst, Kind, Operand, Span, SyncOp,
    UnaryOp,
};

/// Functions of real numbers that the C library has.
const REAL_FUNCTIONS: &[(&str, usize)] = &[
    ("sqrt", 1),
    ("sin", 1),
    ("cos", 1),
    ("exp", 1),
    ("log", 1),
    ("fabs", 1),
    ("floor", 1),
    ("pow", 2),
];

impl<'a> Builder<'_, 'a> {
    /// An expression that must have a type.
    pub fn expect(&mut self, e: &'a Expr, wanted: Type) -> Operand {
        let (value, ty) = self.expression(e);
        if ty == wanted {
            return value;
        }
        let remedy = match (ty, wanted) {
            (Type::Int, Type::Real) => "convert it: `real(e)`",
            (Type::Real, Type::Int) => "convert it: `int(e)`",
            (Type::Int, Type::Bool) => "compare it: `e != 0`",
            (Type::Future, _) => "ask for its value: `f.get()`",
            (_, Type::Future) => "a future is made by `async { … return e; }`",
            _ => "use a value of that type",
        };
        let message = format!("this is of type {}, not {}", ty.word(), wanted.word());
        self.error(e.span, message, remedy);
        Operand::Const(kind(wanted), 0)
    }

    /// An expression and its type.
    pub fn expression(&mut self, e: &'a Expr) -> (Operand, Type) {
        let span = e.span;
        match &e.what {
            Value::Int(n) => (int(*n), Type::Int),
            Value::Real(x) => (Operand::Const(Kind::F64, u128::from(x.to_bits())), Type::Real),
            Value::Bool(b) => (Operand::Const(Kind::I32, u128::from(*b)), Type::Bool),
            Value::Star => (self.any(Kind::I32, 0, 1, span), Type::Bool),
            Value::Choose(low, high) => {
                let low = self.context.declared.number(low, self.context.errors);
                let high = self.context.declared.number(high, self.context.errors);
                let (Some(low), Some(high)) = (low, high) else {
                    return (int(0), Type::Int);
                };
                if low >= high {
                    self.error(
                        span,
                        "there is nothing to choose from",
                        "write `choose(0..3)` for 0, 1 or 2",
                    );
                    return (int(0), Type::Int);
                }
                (
                    self.any(Kind::I64, i128::from(low), i128::from(high) - 1, span),
                    Type::Int,
                )
            }
            Value::Place(place) => self.read(place, span),
            Value::Call(name, args) => match self.call(name, args, span) {
                Some(result) => result,
                None => {
                    let message = format!("`{}` returns nothing", name.text);
                    self.error(span, message, "declare what it returns: `proc p() -> int`");
                    (int(0), Type::Int)
                }
            },
            Value::Unary(op, a) => self.unary(op, a, span),
            Value::Binary(op @ ("&&" | "||"), a, b) => {
                (self.short_circuit(*op == "&&", a, b, span), Type::Bool)
            }
            Value::Binary(op, a, b) => self.binary_expression(op, a, b, span),
            Value::Async(body) => (self.future(body, span), Type::Future),
            Value::Get(f) => {
                let handle = self.expect(f, Type::Future);
                (self.sync_result(SyncOp::TaskGet, vec![handle], span), Type::Int)
            }
        }
    }

    /// An expression for its effect.
    pub fn effect(&mut self, e: &'a Expr) {
        match &e.what {
            Value::Call(name, args) => {
                self.call(name, args, e.span);
            }
            _ => {
                self.expression(e);
            }
        }
    }

    fn any(&mut self, kind: Kind, low: i128, high: i128, span: Span) -> Operand {
        let dst = self.reg(kind);
        let inst = Inst::Nondet {
            kind,
            dst,
            signed: true,
            low,
            high,
            name: "*".to_owned(),
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    fn read(&mut self, place: &'a Place, span: Span) -> (Operand, Type) {
        let name = &place.name;
        if let Some(local) = self.find(&name.text) {
            if !place.indices.is_empty() {
                let remedy = "arrays are declared with `var` outside of procedures";
                self.error(name.span, format!("`{}` is no array", name.text), remedy);
            }
            // A copy: what follows may assign the variable before the value is used.
            let dst = self.reg(kind(local.ty));
            let src = Operand::Reg(local.reg);
            self.emit(Inst::Copy { dst, src }, span);
            return (Operand::Reg(dst), local.ty);
        }
        if let Some(&n) = self.context.declared.constants.get(&name.text) {
            return (int(n), Type::Int);
        }
        match self.address(place) {
            Some((addr, ty)) => {
                let dst = self.reg(kind(ty));
                let kind = kind(ty);
                self.emit(Inst::Load { kind, dst, addr }, span);
                (Operand::Reg(dst), ty)
            }
            None => (int(0), Type::Int),
        }
    }

    /// The address of a shared variable or an element of one.
    pub fn address(&mut self, place: &'a Place) -> Option<(Operand, Type)> {
        let name = &place.name;
        let Some(&index) = self.context.declared.variables.get(&name.text) else {
            let message = format!("`{}` is not declared", name.text);
            self.error(
                name.span,
                message,
                "declare it with `var`, here or outside of procedures",
            );
            return None;
        };
        let (ty, lengths) = {
            let shared = &self.context.declared.shared[index];
            (shared.ty, shared.lengths.clone())
        };
        if place.indices.len() != lengths.len() {
            let message = format!(
                "`{}` has {} indices, not {}",
                name.text,
                lengths.len(),
                place.indices.len()
            );
            self.error(
                name.span,
                message,
                "give one index for each length of its declaration",
            );
            return None;
        }
        let mut addr = Operand::Address(Address::Global(GlobalId(index as u32), 0));
        let mut stride = size(ty) * lengths.iter().product::<u64>();
        for (e, length) in place.indices.iter().zip(lengths) {
            stride /= length;
            let index = self.expect(e, Type::Int);
            let dst = self.reg(Kind::Ptr);
            let inst = Inst::Offset {
                dst,
                base: addr,
                index,
                scale: stride as i64,
                disp: 0,
                within: None,
            };
            self.emit(inst, e.span);
            addr = Operand::Reg(dst);
        }
        Some((addr, ty))
    }

    /// A call; its result if it has one.
    fn call(&mut self, name: &'a Name, args: &'a [Expr], span: Span) -> Option<(Operand, Type)> {
        if let Some(&i) = self.context.declared.by_name.get(&name.text) {
            let proc = self.context.declared.procs[i];
            let mut values = vec![self.region];
            values.extend(self.call_arguments(name, args, proc));
            let dst = proc.result.map(|ty| self.reg(kind(ty)));
            let inst = Inst::Call {
                dst,
                callee: Callee::Function(FuncId(i as u32)),
                args: values,
            };
            self.emit(inst, span);
            return dst.zip(proc.result).map(|(reg, ty)| (Operand::Reg(reg), ty));
        }
        let known = REAL_FUNCTIONS.iter().find(|(n, _)| *n == name.text);
        match (name.text.as_str(), args, known) {
            ("int", [e], _) => Some((self.convert(e, Type::Int, span), Type::Int)),
            ("real", [e], _) => Some((self.convert(e, Type::Real, span), Type::Real)),
            (_, args, Some(&(function, count))) if args.len() == count => {
                let values: Vec<Operand> = args.iter().map(|e| self.expect(e, Type::Real)).collect();
                let id = self.library(function, &vec![Kind::F64; count], Some(Kind::F64), false);
                let dst = self.reg(Kind::F64);
                let inst = Inst::Call {
                    dst: Some(dst),
                    callee: Callee::Function(id),
                    args: values,
                };
                self.emit(inst, span);
                Some((Operand::Reg(dst), Type::Real))
            }
            _ => {
                let message = format!(
                    "there is no procedure `{}` with {} arguments",
                    name.text,
                    args.len()
                );
                self.error(name.span, message, "declare it with `proc`");
                Some((int(0), Type::Int))
            }
        }
    }

    /// The arguments of a call or post.
    pub fn call_arguments(
        &mut self,
        name: &Name,
        args: &'a [Expr],
        proc: &'a crate::ast::Proc,
    ) -> Vec<Operand> {
        if args.len() != proc.params.len() {
            let message = format!(
                "`{}` takes {} arguments, not {}",
                name.text,
                proc.params.len(),
                args.len()
            );
            self.error(name.span, message, "give one argument for each parameter");
        }
        let pairs = args.iter().zip(&proc.params);
        pairs.map(|(e, (_, ty))| self.expect(e, *ty)).collect()
    }

    fn convert(&mut self, e: &'a Expr, to: Type, span: Span) -> Operand {
        let (src, ty) = self.expression(e);
        let op = match (ty, to) {
            (Type::Int, Type::Real) => ConvertOp::SignedToFloat,
            (Type::Real, Type::Int) => ConvertOp::FloatToSigned,
            (Type::Bool, Type::Int) => ConvertOp::ZExt,
            (a, b) if a == b => return src,
            _ => {
                let message = format!("a {} has no such conversion", ty.word());
                self.error(span, message, "convert between int and real, or from bool to int");
                return Operand::Const(kind(to), 0);
            }
        };
        let dst = self.reg(kind(to));
        let inst = Inst::Convert {
            op,
            from: kind(ty),
            to: kind(to),
            dst,
            src,
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    fn unary(&mut self, op: &str, a: &'a Expr, span: Span) -> (Operand, Type) {
        let (value, ty) = self.expression(a);
        match (op, ty) {
            ("-", Type::Int) => (self.one(UnaryOp::Neg, Kind::I64, value, span), ty),
            ("-", Type::Real) => (self.one(UnaryOp::FNeg, Kind::F64, value, span), ty),
            ("~", Type::Int) => (self.one(UnaryOp::Not, Kind::I64, value, span), ty),
            ("!", Type::Bool) => {
                let zero = Operand::Const(Kind::I32, 0);
                (self.compare(CompareOp::Eq, Kind::I32, value, zero, span), ty)
            }
            _ => {
                self.mismatch(op, ty, ty, span);
                (value, ty)
            }
        }
    }

    fn one(&mut self, op: UnaryOp, kind: Kind, a: Operand, span: Span) -> Operand {
        let dst = self.reg(kind);
        self.emit(Inst::Unary { op, kind, dst, a }, span);
        Operand::Reg(dst)
    }

    fn mismatch(&mut self, op: &str, a: Type, b: Type, span: Span) {
        let message = match a == b {
            true => format!("`{op}` is not for values of type {}", a.word()),
            false => format!("`{op}` between {} and {}", a.word(), b.word()),
        };
        self.error(
            span,
            message,
            "both sides must have one type: convert with `int(e)` or `real(e)`",
        );
    }

    fn short_circuit(&mut self, and: bool, a: &'a Expr, b: &'a Expr, span: Span) -> Operand {
        let dst = self.reg(Kind::I32);
        let first = self.expect(a, Type::Bool);
        self.emit(Inst::Copy { dst, src: first }, span);
        let (more, end) = (self.new_block(span), self.new_block(span));
        let (then, otherwise) = if and { (more, end) } else { (end, more) };
        self.branch(first, then, otherwise, span, more);
        let second = self.expect(b, Type::Bool);
        self.emit(Inst::Copy { dst, src: second }, span);
        self.jump(end, span, end);
        Operand::Reg(dst)
    }

    fn binary_expression(&mut self, op: &str, a: &'a Expr, b: &'a Expr, span: Span) -> (Operand, Type) {
        use BinaryOp as B;
        use CompareOp as C;
        let (x, left) = self.expression(a);
        let (y, right) = self.expression(b);
        if left != right || left == Type::Future {
            self.mismatch(op, left, right, span);
            return (int(0), Type::Int);
        }
        let arithmetic = match (op, left) {
            ("+", Type::Int) => Some(B::Add),
            ("-", Type::Int) => Some(B::Sub),
            ("*", Type::Int) => Some(B::Mul),
            ("/", Type::Int) => Some(B::DivSigned),
            ("%", Type::Int) => Some(B::RemSigned),
            ("&", Type::Int | Type::Bool) => Some(B::And),
            ("|", Type::Int | Type::Bool) => Some(B::Or),
            ("^", Type::Int | Type::Bool) => Some(B::Xor),
            ("<<", Type::Int) => Some(B::Shl),
            (">>", Type::Int) => Some(B::ShrSigned),
            ("+", Type::Real) => Some(B::FAdd),
            ("-", Type::Real) => Some(B::FSub),
            ("*", Type::Real) => Some(B::FMul),
            ("/", Type::Real) => Some(B::FDiv),
            _ => None,
        };
        if let Some(op) = arithmetic {
            return (self.binary(op, kind(left), x, y, span), left);
        }
        let real = left == Type::Real;
        let (comparison, x, y) = match op {
            "==" => (if real { C::FEq } else { C::Eq }, x, y),
            "!=" => (if real { C::FNe } else { C::Ne }, x, y),
            "<" => (if real { C::FLt } else { C::LtSigned }, x, y),
            "<=" => (if real { C::FLe } else { C::LeSigned }, x, y),
            ">" => (if real { C::FLt } else { C::LtSigned }, y, x),
            ">=" => (if real { C::FLe } else { C::LeSigned }, y, x),
            _ => {
                self.mismatch(op, left, right, span);
                return (int(0), Type::Int);
            }
        };
        (self.compare(comparison, kind(left), x, y, span), Type::Bool)
    }
}
