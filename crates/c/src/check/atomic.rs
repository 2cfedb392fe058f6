//! The atomic builtins: `__atomic_…`, `__sync_…` and clang's `__c11_atomic_…`.
//!
//! A memory order that is not constant counts as the strongest one.

use raceproof_ir::{Order, RmwOp, Span};

use super::Checker;
use super::convert::Use;
use super::types::{BOOL, ERROR, INT, Quals, UCHAR, VOID};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, TypeId};

/// The operation of a read-modify-write builtin; `min` and `max` depend on the sign.
fn operation(name: &str, signed: bool) -> Option<RmwOp> {
    Some(match name {
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "nand" => RmwOp::Nand,
        "min" if signed => RmwOp::MinSigned,
        "min" => RmwOp::MinUnsigned,
        "max" if signed => RmwOp::MaxSigned,
        "max" => RmwOp::MaxUnsigned,
        _ => return None,
    })
}

/// A pointer argument and the type of the object that it points to.
struct Object {
    pointer: Expr,
    ty: TypeId,
}

/// What a read-modify-write builtin does beside its operation.
#[derive(Clone, Copy)]
struct Fetch {
    /// Which argument is the memory order; none if there are not so many.
    order: usize,
    /// Whether it gives the new value.
    new_value: bool,
    /// Whether a pointer moves by elements, not bytes.
    scaled: bool,
}

/// What is known of the memory orders of an atomic call, by argument.
#[derive(Default)]
pub(super) struct Orders {
    /// Those that are taken to be this one.
    fixed: Vec<(usize, Order)>,
    /// One that only a run tells.
    open: Option<(usize, Expr)>,
}

impl Checker<'_> {
    /// A call of an atomic builtin; none if there is no such.
    pub(crate) fn atomic_call(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        // Calls among the arguments have orders of their own.
        let outer = std::mem::take(&mut self.orders);
        let call = self.ordered_call(name, args, span, Vec::new());
        self.orders = outer;
        call
    }

    /// A call with some of its orders fixed. One that only a run tells becomes a choice between calls.
    fn ordered_call(
        &mut self,
        name: &str,
        args: &[ast::Expr],
        span: Span,
        fixed: Vec<(usize, Order)>,
    ) -> Option<Expr> {
        self.orders = Orders {
            fixed: fixed.clone(),
            open: None,
        };
        let call = self.plain_call(name, args, span)?;
        let Some((index, order)) = self.orders.open.take().filter(|_| call.ty != ERROR) else {
            return Some(call);
        };
        let with = |checker: &mut Self, order| {
            let fixed = fixed.iter().copied().chain([(index, order)]).collect();
            checker.ordered_call(name, args, span, fixed)
        };
        let mut result = with(self, Order::SeqCst)?;
        let orders = [
            Order::Relaxed,
            Order::Acquire,
            Order::Acquire,
            Order::Release,
            Order::AcqRel,
        ];
        for (number, one) in orders.into_iter().enumerate() {
            let call = with(self, one)?;
            let order = self.cast(order.clone(), INT);
            let number = self.int(number as i128, INT, span);
            let is_it = self.compare(CompareOp::Eq, order, number, span);
            result = self.conditional(is_it, call, result, span);
        }
        Some(result)
    }

    fn plain_call(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        // `__sync_fetch_and_add_4` is `__sync_fetch_and_add` of a given width.
        let plain = ["_1", "_2", "_4", "_8", "_16"]
            .iter()
            .find_map(|width| name.strip_suffix(width))
            .unwrap_or(name);
        if let Some(rest) = plain.strip_prefix("__sync_") {
            return self.sync_builtin(name, rest, args, span);
        }
        if let Some(rest) = plain.strip_prefix("__c11_atomic_") {
            return self.c11_builtin(name, rest, args, span);
        }
        let rest = plain.strip_prefix("__atomic_")?;
        self.atomic_builtin(name, rest, args, span)
    }

    fn order(&mut self, args: &[ast::Expr], index: usize) -> Order {
        let Some(arg) = args.get(index) else {
            return Order::SeqCst;
        };
        if let Some((_, order)) = self.orders.fixed.iter().find(|(fixed, _)| *fixed == index) {
            return *order;
        }
        let value = self.rvalue(arg);
        if value.ty != ERROR && super::constant::has_effects(&value) {
            self.error(
                value.span,
                "a memory order with effects is not supported; compute it before the call",
            );
        }
        match self.evaluate_int(&value).map(|order| order & 0xffff) {
            Some(0) => Order::Relaxed,
            Some(1 | 2) => Order::Acquire,
            Some(3) => Order::Release,
            Some(4) => Order::AcqRel,
            Some(_) => Order::SeqCst,
            None => {
                self.orders.open.get_or_insert((index, value));
                Order::SeqCst
            }
        }
    }

    fn object(&mut self, name: &str, args: &[ast::Expr]) -> Option<Object> {
        let pointer = self.rvalue(args.first()?);
        if pointer.ty == ERROR {
            return None;
        }
        let to = self.types.pointee(pointer.ty).map(|to| to.ty);
        let Some(to) = to.filter(|to| !self.types.is_function(*to)) else {
            let of = self.types.type_name(pointer.ty);
            self.error(
                pointer.span,
                format!("`{name}` needs a pointer to an object, not `{of}`"),
            );
            return None;
        };
        let ty = self.types.unatomic(to);
        if self.types.is_void(ty) || !self.types.is_complete(ty) || self.types.is_array(ty) {
            let of = self.types.type_name(to);
            self.error(pointer.span, format!("`{name}` does not apply to `{of}`"));
            return None;
        }
        Some(Object { pointer, ty })
    }

    /// The pointer as one to bytes, for flags.
    fn flag(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some(arg) = args.first() else {
            return self.poison(span);
        };
        let pointer = self.rvalue(arg);
        if pointer.ty != ERROR && !self.types.is_pointer(pointer.ty) {
            self.error(span, "a pointer is needed here");
            return self.poison(span);
        }
        let ty = self.types.pointer(UCHAR, Quals::default());
        self.cast(pointer, ty)
    }

    fn value_argument(&mut self, args: &[ast::Expr], index: usize, ty: TypeId) -> Expr {
        self.argument(&args[index], ty, index + 1)
    }

    /// What a pointer argument points to, read.
    fn pointed_value(&mut self, args: &[ast::Expr], index: usize, ty: TypeId) -> Expr {
        let place = self.pointed_place(args, index);
        if place.ty == ERROR {
            return place;
        }
        let value = self.decay(super::Value::plain(place));
        self.assign_convert(value, ty, Use::Argument(index + 1))
    }

    fn pointed_place(&mut self, args: &[ast::Expr], index: usize) -> Expr {
        let pointer = self.rvalue(&args[index]);
        if pointer.ty == ERROR {
            return pointer;
        }
        if !self.types.is_pointer(pointer.ty) {
            let of = self.types.type_name(pointer.ty);
            self.error(pointer.span, format!("expected a pointer, found `{of}`"));
            return self.poison(pointer.span);
        }
        self.plain_place(pointer)
    }

    fn expr_of(&self, kind: ExprKind, ty: TypeId, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    fn store_to(&mut self, place: Expr, value: Expr, span: Span) -> Expr {
        if place.ty == ERROR || value.ty == ERROR {
            return self.poison(span);
        }
        let ty = place.ty;
        let value = self.assign_convert(value, ty, Use::Assign);
        let assign = self.expr_of(
            ExprKind::Assign {
                place: Box::new(place),
                value: Box::new(value),
            },
            ty,
            span,
        );
        self.discard(assign)
    }

    fn rmw(
        &mut self,
        op: RmwOp,
        object: Object,
        value: Expr,
        order: Order,
        new_value: bool,
        span: Span,
    ) -> Expr {
        if value.ty == ERROR {
            return self.poison(span);
        }
        self.expr_of(
            ExprKind::AtomicRmw {
                op,
                pointer: Box::new(object.pointer),
                value: Box::new(value),
                order,
                new_value,
            },
            object.ty,
            span,
        )
    }

    /// The operand of a read-modify-write: of the object's type, or for a pointer a number of bytes.
    fn rmw_operand(&mut self, args: &[ast::Expr], index: usize, ty: TypeId, scaled: bool) -> Expr {
        if !self.types.is_pointer(ty) {
            return self.value_argument(args, index, ty);
        }
        let ptrdiff = self.types.ptrdiff_t();
        let value = self.rvalue(&args[index]);
        let value = if self.types.is_pointer(value.ty) {
            self.cast(value, ptrdiff)
        } else {
            self.assign_convert(value, ptrdiff, Use::Argument(index + 1))
        };
        if !scaled || value.ty == ERROR {
            return value;
        }
        let size = self
            .types
            .pointee(ty)
            .and_then(|to| self.types.size(to.ty))
            .unwrap_or(1);
        let span = value.span;
        let size = self.int(i128::from(size), ptrdiff, span);
        self.binary(BinaryOp::Mul, value, size, span)
    }

    fn fetch(&mut self, name: &str, op: &str, args: &[ast::Expr], how: Fetch, span: Span) -> Option<Expr> {
        operation(op, true)?;
        if !self.has_arguments(name, args, 2, span) {
            return Some(self.poison(span));
        }
        let Some(object) = self.object(name, args) else {
            return Some(self.poison(span));
        };
        if !self.types.is_integer(object.ty) && !self.types.is_pointer(object.ty) {
            let of = self.types.type_name(object.ty);
            self.error(span, format!("`{name}` does not apply to `{of}`"));
            return Some(self.poison(span));
        }
        let signed = self.types.integer(object.ty).is_some_and(|(_, signed)| signed);
        let op = operation(op, signed)?;
        let value = self.rmw_operand(args, 1, object.ty, how.scaled);
        let order = self.order(args, how.order);
        Some(self.rmw(op, object, value, order, how.new_value, span))
    }

    fn fence(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let order = self.order(args, 0);
        self.expr_of(ExprKind::Fence(order), VOID, span)
    }

    /// Orders a thread with its own signal handlers only: between threads it is as a relaxed fence.
    fn signal_fence(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        self.order(args, 0);
        self.expr_of(ExprKind::Fence(Order::Relaxed), VOID, span)
    }

    fn atomic_builtin(&mut self, name: &str, rest: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(op) = rest.strip_prefix("fetch_") {
            return self.fetch(
                name,
                op,
                args,
                Fetch {
                    order: 2,
                    new_value: false,
                    scaled: false,
                },
                span,
            );
        }
        if let Some(op) = rest.strip_suffix("_fetch") {
            return self.fetch(
                name,
                op,
                args,
                Fetch {
                    order: 2,
                    new_value: true,
                    scaled: false,
                },
                span,
            );
        }
        let count = match rest {
            "thread_fence" => return Some(self.fence(args, span)),
            "signal_fence" => return Some(self.signal_fence(args, span)),
            "test_and_set" => return Some(self.test_and_set(args, span)),
            "clear" => return Some(self.clear(args, span)),
            "always_lock_free" | "is_lock_free" => return Some(self.lock_free(args, span)),
            "load_n" | "load" => 1,
            "store_n" | "store" | "exchange_n" => 2,
            "exchange" | "compare_exchange_n" | "compare_exchange" => 3,
            _ => return None,
        };
        if !self.has_arguments(name, args, count, span) {
            return Some(self.poison(span));
        }
        let Some(object) = self.object(name, args) else {
            return Some(self.poison(span));
        };
        let ty = object.ty;
        Some(match rest {
            "load_n" => {
                let order = self.order(args, 1);
                self.load(object, order, span)
            }
            "load" => {
                let order = self.order(args, 2);
                let place = self.pointed_place(args, 1);
                let value = self.load(object, order, span);
                self.store_to(place, value, span)
            }
            "store_n" | "store" => {
                let value = if rest == "store" {
                    self.pointed_value(args, 1, ty)
                } else {
                    self.value_argument(args, 1, ty)
                };
                let order = self.order(args, 2);
                self.store(object, value, order, span)
            }
            "exchange_n" => {
                let value = self.value_argument(args, 1, ty);
                let order = self.order(args, 2);
                self.rmw(RmwOp::Exchange, object, value, order, false, span)
            }
            "exchange" => {
                let value = self.pointed_value(args, 1, ty);
                let place = self.pointed_place(args, 2);
                let order = self.order(args, 3);
                let old = self.rmw(RmwOp::Exchange, object, value, order, false, span);
                self.store_to(place, old, span)
            }
            _ => {
                let desired = if rest == "compare_exchange" {
                    self.pointed_value(args, 2, ty)
                } else {
                    self.value_argument(args, 2, ty)
                };
                let weak = match args.get(3) {
                    Some(weak) => {
                        let weak = self.rvalue(weak);
                        self.evaluate_int(&weak).is_some_and(|weak| weak != 0)
                    }
                    None => false,
                };
                let (success, failure) = (self.order(args, 4), self.order(args, 5));
                self.compare_exchange(object, args, desired, weak, (success, failure), span)
            }
        })
    }

    fn load(&mut self, object: Object, order: Order, span: Span) -> Expr {
        self.expr_of(
            ExprKind::AtomicLoad {
                pointer: Box::new(object.pointer),
                order,
            },
            object.ty,
            span,
        )
    }

    fn store(&mut self, object: Object, value: Expr, order: Order, span: Span) -> Expr {
        if value.ty == ERROR {
            return self.poison(span);
        }
        self.expr_of(
            ExprKind::AtomicStore {
                pointer: Box::new(object.pointer),
                value: Box::new(value),
                order,
            },
            VOID,
            span,
        )
    }

    fn compare_exchange(
        &mut self,
        object: Object,
        args: &[ast::Expr],
        desired: Expr,
        weak: bool,
        (success, failure): (Order, Order),
        span: Span,
    ) -> Expr {
        let expected = self.rvalue(&args[1]);
        if expected.ty == ERROR || desired.ty == ERROR {
            return self.poison(span);
        }
        if !self.types.is_pointer(expected.ty) {
            let of = self.types.type_name(expected.ty);
            self.error(
                expected.span,
                format!("the expected value is passed by its address, not as `{of}`"),
            );
            return self.poison(span);
        }
        let pointer = self.types.pointer(object.ty, Quals::default());
        let expected = self.cast(expected, pointer);
        self.expr_of(
            ExprKind::AtomicCompareExchange {
                pointer: Box::new(object.pointer),
                expected: Box::new(expected),
                desired: Box::new(desired),
                weak,
                success,
                failure,
            },
            BOOL,
            span,
        )
    }

    /// Sets a flag and tells whether it was set.
    fn test_and_set(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let pointer = self.flag(args, span);
        if pointer.ty == ERROR {
            return pointer;
        }
        let order = self.order(args, 1);
        let object = Object { pointer, ty: UCHAR };
        let one = self.int(1, UCHAR, span);
        let old = self.rmw(RmwOp::Exchange, object, one, order, false, span);
        let old = self.promote(old);
        let zero = self.int(0, INT, span);
        let set = self.compare(CompareOp::Ne, old, zero, span);
        self.cast(set, BOOL)
    }

    fn clear(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let pointer = self.flag(args, span);
        if pointer.ty == ERROR {
            return pointer;
        }
        let order = self.order(args, 1);
        let zero = self.int(0, UCHAR, span);
        self.store(Object { pointer, ty: UCHAR }, zero, order, span)
    }

    fn lock_free(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let size = match args.first() {
            Some(size) => {
                let size = self.rvalue(size);
                self.evaluate_int(&size)
            }
            None => None,
        };
        let free = size.is_none_or(|size| matches!(size, 1 | 2 | 4 | 8));
        self.int(i128::from(free), BOOL, span)
    }

    fn sync_builtin(&mut self, name: &str, rest: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        // The order of `__sync` builtins is always the strongest: there is no argument for it.
        let none = usize::MAX;
        if let Some(op) = rest.strip_prefix("fetch_and_") {
            return self.fetch(
                name,
                op,
                args,
                Fetch {
                    order: none,
                    new_value: false,
                    scaled: false,
                },
                span,
            );
        }
        if let Some(op) = rest.strip_suffix("_and_fetch") {
            return self.fetch(
                name,
                op,
                args,
                Fetch {
                    order: none,
                    new_value: true,
                    scaled: false,
                },
                span,
            );
        }
        let count = match rest {
            "synchronize" => {
                return Some(self.expr_of(ExprKind::Fence(Order::SeqCst), VOID, span));
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => 3,
            "lock_test_and_set" => 2,
            "lock_release" => 1,
            _ => return None,
        };
        if !self.has_arguments(name, args, count, span) {
            return Some(self.poison(span));
        }
        let Some(object) = self.object(name, args) else {
            return Some(self.poison(span));
        };
        let ty = object.ty;
        Some(match rest {
            "lock_test_and_set" => {
                let value = self.value_argument(args, 1, ty);
                self.rmw(RmwOp::Exchange, object, value, Order::Acquire, false, span)
            }
            "lock_release" => {
                let zero = self.int(0, INT, span);
                let zero = self.cast(zero, ty);
                self.store(object, zero, Order::Release, span)
            }
            _ => {
                let expected = self.value_argument(args, 1, ty);
                let desired = self.value_argument(args, 2, ty);
                if expected.ty == ERROR || desired.ty == ERROR {
                    return Some(self.poison(span));
                }
                let gives_bool = rest.starts_with("bool");
                self.expr_of(
                    ExprKind::AtomicCompareSwap {
                        pointer: Box::new(object.pointer),
                        expected: Box::new(expected),
                        desired: Box::new(desired),
                        gives_bool,
                    },
                    if gives_bool { BOOL } else { ty },
                    span,
                )
            }
        })
    }

    fn c11_builtin(&mut self, name: &str, rest: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(op) = rest.strip_prefix("fetch_") {
            return self.fetch(
                name,
                op,
                args,
                Fetch {
                    order: 2,
                    new_value: false,
                    scaled: true,
                },
                span,
            );
        }
        match rest {
            "thread_fence" => return Some(self.fence(args, span)),
            "signal_fence" => return Some(self.signal_fence(args, span)),
            "is_lock_free" => return Some(self.lock_free(args, span)),
            "load" => return self.atomic_builtin(name, "load_n", args, span),
            "store" => return self.atomic_builtin(name, "store_n", args, span),
            "exchange" => return self.atomic_builtin(name, "exchange_n", args, span),
            _ => {}
        }
        let count = match rest {
            "init" => 2,
            "compare_exchange_strong" | "compare_exchange_weak" => 3,
            _ => return None,
        };
        if !self.has_arguments(name, args, count, span) {
            return Some(self.poison(span));
        }
        let Some(object) = self.object(name, args) else {
            return Some(self.poison(span));
        };
        if rest == "init" {
            let value = self.value_argument(args, 1, object.ty);
            let place = self.plain_place(object.pointer);
            return Some(self.store_to(place, value, span));
        }
        let desired = self.value_argument(args, 2, object.ty);
        let orders = (self.order(args, 3), self.order(args, 4));
        let weak = rest.ends_with("weak");
        Some(self.compare_exchange(object, args, desired, weak, orders, span))
    }
}
