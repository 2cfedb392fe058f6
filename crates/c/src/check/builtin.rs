//! Builtin functions of gcc and clang, called by name.

use raceproof_ir::Span;
use raceproof_library::find;

use super::Checker;
use super::types::{self, BOOL, ERROR, INT, LLONG, LONG, UINT, ULLONG, ULONG, VOID, VOID_PTR};
use crate::ast;
use crate::hir::{Builtin, Expr, ExprKind, Type, TypeId};
use crate::part::INSTRUCTION;

impl Checker<'_> {
    /// A call of a builtin; none if there is no builtin of this name.
    pub(crate) fn builtin_call(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(rest) = name.strip_prefix("__builtin_") {
            return Some(self.builtin(rest, args, span));
        }
        if name.starts_with("__atomic_") || name.starts_with("__sync_") || name.starts_with("__c11_atomic_") {
            return self.atomic_call(name, args, span);
        }
        match name {
            "alloca" => Some(self.builtin("alloca", args, span)),
            _ => None,
        }
    }

    /// Says if a builtin has the wrong number of arguments; extra ones are checked and dropped.
    pub(crate) fn has_arguments(&mut self, name: &str, args: &[ast::Expr], count: usize, span: Span) -> bool {
        if args.len() < count {
            let given = args.len();
            self.error(
                span,
                format!("`{name}` takes {count} arguments, but {given} are given"),
            );
            return false;
        }
        true
    }

    fn builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        if let Some(result) = self.classify(name, args, span) {
            return result;
        }
        if let Some(result) = self.bit_count(name, args, span) {
            return result;
        }
        if let Some(result) = self.overflow(name, args, span) {
            return result;
        }
        if let Some(result) = self.complex_function(name, args, span) {
            return result;
        }
        match name {
            "expect" | "expect_with_probability" => self.first_argument(args, Some(LONG), span),
            "assoc_barrier" | "speculation_safe_value" | "launder" => self.first_argument(args, None, span),
            "assume_aligned" => self.first_argument(args, Some(VOID_PTR), span),
            "extract_return_addr" | "frob_return_addr" => self.first_argument(args, Some(VOID_PTR), span),
            "constant_p" => self.constant_p(args, span),
            "unreachable" => self.builtin_expr(Builtin::Unreachable, Vec::new(), VOID, span),
            "trap" | "debugtrap" => self.builtin_expr(Builtin::Trap, Vec::new(), VOID, span),
            "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => {
                if !self.has_arguments("__builtin_alloca", args, 1, span) {
                    return self.poison(span);
                }
                let size_t = self.types.size_t();
                let size = self.argument(&args[0], size_t, 1);
                self.builtin_expr(Builtin::Alloca, vec![size], VOID_PTR, span)
            }
            "setjmp" => {
                let buffer = self.first_argument(args, None, span);
                self.builtin_expr(Builtin::SetJump, vec![buffer], INT, span)
            }
            "longjmp" => {
                if !self.has_arguments("__builtin_longjmp", args, 2, span) {
                    return self.poison(span);
                }
                let buffer = self.rvalue(&args[0]);
                let value = self.argument(&args[1], INT, 2);
                self.builtin_expr(Builtin::LongJump, vec![buffer, value], VOID, span)
            }
            "return_address" | "frame_address" | "dwarf_cfa" => {
                self.builtin_expr(Builtin::FrameAddress, Vec::new(), VOID_PTR, span)
            }
            "object_size" | "dynamic_object_size" => self.object_size(args, span),
            "prefetch" => self.ignored(args, span),
            "ia32_pause" | "ia32_lfence" | "ia32_sfence" | "cpu_init" | "clear_cache" | "___clear_cache" => {
                self.ignored(args, span)
            }
            "ia32_mfence" => Expr {
                kind: ExprKind::Fence(raceproof_ir::Order::SeqCst),
                ty: VOID,
                span,
            },
            "cpu_supports" | "cpu_is" => self.int(0, INT, span),
            "thread_pointer" => {
                let kind = ExprKind::Sync {
                    op: raceproof_ir::SyncOp::ThreadSelf,
                    args: Vec::new(),
                };
                let ty = ULLONG;
                self.cast(Expr { kind, ty, span }, VOID_PTR)
            }
            "va_start" | "stdarg_start" | "c23_va_start" => self.va_start(args, span),
            "va_end" => self.va_operation(args, span, ExprKind::VaEnd),
            "va_copy" => self.va_copy(args, span),
            "LINE" => self.int(i128::from(span.line), INT, span),
            "FUNCTION" => match self.function_name(span) {
                Some(value) => self.decay(value),
                None => self.poison(span),
            },
            "classify_type" => self.classify_type(args, span),
            "raceproof_function" | "raceproof_parameter" => self.signature_of(name, args, span),
            "complex" => self.complex_builtin(args, span),
            "shuffle" => self.shuffle(args, span),
            "shufflevector" => self.shuffle_vector(args, span),
            _ => self.library_builtin(name, args, span),
        }
    }

    /// `__builtin_f` of a library function `f`, or its checking version.
    fn library_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        if let Some(function) = self.library_function(name, span) {
            return self.call_value(super::Value::plain(function), args, span);
        }
        if let Some(found) = find(name).filter(|found| !found.extra().is_empty())
            && let Some(function) = self.library_function(found.row.name, span)
        {
            let kept: Vec<ast::Expr> = (0u8..)
                .zip(args)
                .filter(|(index, _)| !found.extra().contains(index))
                .map(|(_, arg)| arg.clone())
                .collect();
            return self.call_value(super::Value::plain(function), &kept, span);
        }
        if matches!(name, "va_arg_pack" | "va_arg_pack_len") {
            // The arguments of whoever calls the function that this is in.
            return self.gap_value("the variable arguments of a caller", INT, span);
        }
        if name.starts_with("ia32_") {
            return self.unknown_builtin(name, args, span);
        }
        self.warning(span, format!("the builtin `__builtin_{name}` is not known"));
        self.unknown_builtin(name, args, span)
    }

    /// An instruction of the processor, or something else that we do not know: unknown code, if no part of
    /// ours defines it. The result of an unknown instruction is of whatever type it is converted to.
    pub(crate) fn unknown_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let symbol = self.interner.intern(&format!("__builtin_{name}"));
        let ty = self.types.intern(Type::Function {
            result: INT,
            params: Vec::new(),
            variadic: false,
            prototype: false,
        });
        let Some(id) = self.link_function(symbol, Span::NONE, ty, super::link::Linkage::External, true)
        else {
            return self.poison(span);
        };
        let (kind, ty) = (ExprKind::Function(id), self.function_type(id));
        self.call_value(super::Value::plain(Expr { kind, ty, span }), args, span)
    }

    /// Whether a value is the result of an instruction, whose type nothing says yet.
    pub(crate) fn is_untyped(&self, value: &Expr) -> bool {
        let ExprKind::Call { callee, .. } = &value.kind else {
            return false;
        };
        let ExprKind::Function(id) = callee.kind else {
            return false;
        };
        let function = &self.functions[id.0 as usize];
        value.ty == INT && function.body.is_none() && function.name.starts_with(INSTRUCTION)
    }

    /// `__builtin_raceproof_function(f)` is the function `f` of any file; `__builtin_raceproof_parameter(f,
    /// i)` has the type of a parameter of it, or of its result if `i` is -1. They are of use for `typeof`.
    fn signature_of(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let function = match args.first().map(|arg| &arg.kind) {
            Some(ast::ExprKind::Name(symbol)) => self.links.external_function(*symbol),
            _ => None,
        };
        let Some(id) = function else {
            self.error(span, "this names no function of the program");
            return self.poison(span);
        };
        let ty = self.functions[id.0 as usize].ty;
        if name == "raceproof_function" {
            let kind = ExprKind::Function(id);
            return Expr { kind, ty, span };
        }
        let index = args.get(1).map(|arg| self.rvalue(arg).kind);
        let (Type::Function { params, result, .. }, Some(ExprKind::Int(index))) = (self.types.get(ty), index)
        else {
            return self.poison(span);
        };
        let ty = usize::try_from(index)
            .ok()
            .and_then(|index| params.get(index))
            .unwrap_or(result);
        let kind = ExprKind::Int(0);
        Expr { kind, ty: *ty, span }
    }

    pub(crate) fn builtin_expr(&mut self, builtin: Builtin, args: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        if args.iter().any(|arg| arg.ty == ERROR) {
            return self.poison(span);
        }
        Expr {
            kind: ExprKind::Builtin { builtin, args },
            ty,
            span,
        }
    }

    /// The first argument, converted; the others are evaluated before it if they do anything.
    fn first_argument(&mut self, args: &[ast::Expr], ty: Option<TypeId>, span: Span) -> Expr {
        let Some((first, rest)) = args.split_first() else {
            self.error(span, "this builtin needs an argument");
            return self.poison(span);
        };
        let mut value = match ty {
            Some(ty) => self.argument(first, ty, 1),
            None => self.rvalue(first),
        };
        for other in rest.iter().rev() {
            let other = self.rvalue(other);
            if other.ty != ERROR && super::constant::has_effects(&other) {
                let other = self.cast(other, VOID);
                value = Expr {
                    ty: value.ty,
                    kind: ExprKind::Comma(Box::new(other), Box::new(value)),
                    span,
                };
            }
        }
        value.span = span;
        value
    }

    /// Arguments evaluated, nothing done.
    fn ignored(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let mut result = self.int(0, INT, span);
        result = self.cast(result, VOID);
        for arg in args.iter().rev() {
            let value = self.rvalue(arg);
            if value.ty != ERROR && super::constant::has_effects(&value) {
                let value = self.cast(value, VOID);
                result = Expr {
                    kind: ExprKind::Comma(Box::new(value), Box::new(result)),
                    ty: VOID,
                    span,
                };
            }
        }
        result
    }

    fn constant_p(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some(arg) = args.first() else {
            self.error(span, "this builtin needs an argument");
            return self.poison(span);
        };
        let value = self.rvalue(arg);
        let constant = match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => value.ty != ERROR,
            // A string literal is constant; the address of anything else is not.
            ExprKind::Decay(place) => matches!(arg.kind, ast::ExprKind::String(_)) && place.is_lvalue(),
            _ => false,
        };
        self.int(i128::from(constant), INT, span)
    }

    /// Nothing is known of the size of an object before the program runs.
    fn object_size(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let size_t = self.types.size_t();
        if let Some(pointer) = args.first() {
            self.rvalue(pointer);
        }
        let kind = match args.get(1) {
            Some(kind) => self
                .integer_constant(kind, "the kind of object size")
                .map_or(0, |(k, _)| k),
            None => 0,
        };
        self.int(if kind & 2 == 0 { -1 } else { 0 }, size_t, span)
    }

    fn classify_type(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some(arg) = args.first() else {
            return self.poison(span);
        };
        let ty = self.type_of(arg);
        let class = match self.types.get(ty) {
            Type::Void => 0,
            Type::Bool | Type::Int { .. } => 1,
            Type::Pointer { .. } => 5,
            Type::Float | Type::Double | Type::LongDouble => 8,
            Type::Record(id) => 12 + i128::from(self.types.record(*id).union),
            _ => -1,
        };
        self.int(class, INT, span)
    }

    /// `popcount`, `clz` and the like in their widths, and `bswap`.
    fn bit_count(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let swap = match name {
            "bswap16" => Some(types::USHORT),
            "bswap32" => Some(UINT),
            "bswap64" => Some(ULLONG),
            "bswap128" => Some(types::UINT128),
            _ => None,
        };
        if let Some(ty) = swap {
            return Some(self.bit_builtin(Builtin::ByteSwap, name, args, ty, ty, span));
        }
        let (stem, unsigned, signed) = if let Some(stem) = name.strip_suffix("ll") {
            (stem, ULLONG, LLONG)
        } else if let Some(stem) = name.strip_suffix('l') {
            (stem, ULONG, LONG)
        } else {
            (name, UINT, INT)
        };
        let (builtin, ty) = match stem {
            "popcount" => (Builtin::PopCount, unsigned),
            "clz" => (Builtin::CountLeadingZeros, unsigned),
            "ctz" => (Builtin::CountTrailingZeros, unsigned),
            "parity" => (Builtin::Parity, unsigned),
            "ffs" => (Builtin::FindFirstSet, signed),
            "clrsb" => (Builtin::CountRedundantSignBits, signed),
            _ => return None,
        };
        Some(self.bit_builtin(builtin, name, args, ty, INT, span))
    }

    fn bit_builtin(
        &mut self,
        builtin: Builtin,
        name: &str,
        args: &[ast::Expr],
        ty: TypeId,
        result: TypeId,
        span: Span,
    ) -> Expr {
        if !self.has_arguments(&format!("__builtin_{name}"), args, 1, span) {
            return self.poison(span);
        }
        let value = self.argument(&args[0], ty, 1);
        if let (ExprKind::Int(number), Some((bits, _))) = (&value.kind, self.types.integer(ty))
            && value.ty != ERROR
            && let Some(folded) = fold_bits(builtin, *number, bits)
        {
            return self.int(folded, result, span);
        }
        self.builtin_expr(builtin, vec![value], result, span)
    }

    /// `add_overflow` and the like: generic, typed (`sadd_overflow`) and without a place (`add_overflow_p`).
    fn overflow(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (stem, predicate) = match name.strip_suffix("_overflow_p") {
            Some(stem) => (stem, true),
            None => (name.strip_suffix("_overflow")?, false),
        };
        let (signed, typed) = match stem.strip_prefix(['s', 'u']) {
            Some(typed)
                if typed.starts_with("add") || typed.starts_with("sub") || typed.starts_with("mul") =>
            {
                (Some(stem.starts_with('s')), typed)
            }
            _ => (None, stem),
        };
        let (operation, width) = (typed.get(..3)?, typed.get(3..)?);
        let (long, unsigned) = match width {
            "" => (INT, UINT),
            "l" => (LONG, ULONG),
            "ll" => (LLONG, ULLONG),
            _ => return None,
        };
        if !matches!(operation, "add" | "sub" | "mul") {
            return None;
        }
        let builtin = match operation {
            "add" => Builtin::AddOverflow,
            "sub" => Builtin::SubOverflow,
            _ => Builtin::MulOverflow,
        };
        if !self.has_arguments(&format!("__builtin_{name}"), args, 3, span) {
            return Some(self.poison(span));
        }
        let ty = signed.map(|signed| if signed { long } else { unsigned });
        let operand = |checker: &mut Self, index: usize| match ty {
            Some(ty) => checker.argument(&args[index], ty, index + 1),
            None => checker.rvalue(&args[index]),
        };
        let a = operand(self, 0);
        let b = operand(self, 1);
        let at = self.rvalue(&args[2]);
        if a.ty == ERROR || b.ty == ERROR || at.ty == ERROR {
            return Some(self.poison(span));
        }
        if !self.types.is_integer(a.ty) || !self.types.is_integer(b.ty) {
            self.error(span, "checked arithmetic needs integers");
            return Some(self.poison(span));
        }
        let at = if predicate {
            self.temporary_address(at.ty, span)
        } else {
            at
        };
        let fits = self
            .types
            .pointee(at.ty)
            .is_some_and(|to| self.types.is_integer(self.types.unatomic(to.ty)));
        if !fits {
            let of = self.types.type_name(at.ty);
            self.error(at.span, format!("expected a pointer to an integer, found `{of}`"));
            return Some(self.poison(span));
        }
        Some(self.builtin_expr(builtin, vec![a, b, at], BOOL, span))
    }

    /// The address of a new temporary.
    fn temporary_address(&mut self, ty: TypeId, span: Span) -> Expr {
        let local = self.add_local(String::new(), ty, 0, span);
        let place = Expr {
            kind: ExprKind::Local(local),
            ty,
            span,
        };
        self.mark_addressed(&place);
        let ty = self.types.pointer(ty, types::Quals::default());
        Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty,
            span,
        }
    }
}

/// A bit operation on a constant; none where it is undefined.
fn fold_bits(builtin: Builtin, number: i128, bits: u32) -> Option<i128> {
    let mask = if bits >= 128 {
        u128::MAX
    } else {
        (1u128 << bits) - 1
    };
    let value = (number as u128) & mask;
    Some(match builtin {
        Builtin::PopCount => i128::from(value.count_ones()),
        Builtin::Parity => i128::from(value.count_ones() % 2),
        Builtin::CountLeadingZeros if value != 0 => i128::from(value.leading_zeros() - (128 - bits)),
        Builtin::CountTrailingZeros if value != 0 => i128::from(value.trailing_zeros()),
        Builtin::FindFirstSet if value == 0 => 0,
        Builtin::FindFirstSet => i128::from(value.trailing_zeros()) + 1,
        Builtin::ByteSwap => (value.swap_bytes() >> (128 - bits)) as i128,
        _ => return None,
    })
}
