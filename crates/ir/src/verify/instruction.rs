//! Rules of instructions.

use super::{Checker, Rule};
use crate::{BinaryOp, Bits, Callee, CompareOp, ConvertOp, Inst, Kind, Operand, Order, Reg, RmwOp, UnaryOp};

impl Checker<'_> {
    /// Long because it has an arm for each instruction.
    pub(super) fn instruction(&mut self, inst: &Inst) {
        match inst {
            Inst::Copy { dst, src } => match self.any_operand(*src) {
                Some(kind) => self.result(*dst, kind),
                None => self.any_result(*dst),
            },
            Inst::Unary { op, kind, dst, a } => {
                let fits = match op {
                    UnaryOp::Neg | UnaryOp::Not => kind.is_int(),
                    UnaryOp::FNeg => kind.is_float(),
                };
                self.operation(fits, op.name(), *kind);
                self.operand(*a, *kind);
                self.result(*dst, *kind);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                self.operation(binary_fits(*op, *kind), op.name(), *kind);
                self.operand(*a, *kind);
                self.operand(*b, *kind);
                self.result(*dst, *kind);
            }
            Inst::Compare { op, kind, dst, a, b } => {
                self.operation(compare_fits(*op, *kind), op.name(), *kind);
                self.operand(*a, *kind);
                self.operand(*b, *kind);
                self.result(*dst, Kind::I32);
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => {
                if !self.converts(*op, *from, *to) {
                    let message = format!("{} from {} to {}", op.name(), from.name(), to.name());
                    self.broken(Rule::Conversion, message);
                }
                self.operand(*src, *from);
                self.result(*dst, *to);
            }
            Inst::Offset { dst, base, index, .. } => {
                self.operand(*base, Kind::Ptr);
                self.operand(*index, Kind::I64);
                self.result(*dst, Kind::Ptr);
            }
            Inst::Unset { kind, dst } => self.result(*dst, *kind),
            Inst::SlotAddr { dst, slot } => {
                self.slot(*slot);
                self.result(*dst, Kind::Ptr);
            }
            Inst::SlotDead { slot } => self.slot(*slot),
            Inst::ThreadLocalAddr { dst, global } => {
                self.global_reference(*global, true);
                self.result(*dst, Kind::Ptr);
            }
            Inst::Alloca {
                dst,
                size,
                align,
                shape,
            } => {
                self.operand(*size, Kind::I64);
                self.alignment(*align);
                self.shape(*shape);
                self.result(*dst, Kind::Ptr);
            }
            Inst::AllocaFree { addr } => self.operand(*addr, Kind::Ptr),
            Inst::Load { kind, dst, addr } => {
                self.operand(*addr, Kind::Ptr);
                self.result(*dst, *kind);
            }
            Inst::Store { kind, addr, value } => {
                self.operand(*addr, Kind::Ptr);
                self.operand(*value, *kind);
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                self.operand(*addr, Kind::Ptr);
                self.bits(*bits, *kind);
                self.result(*dst, *kind);
            }
            Inst::StoreBits {
                kind,
                addr,
                value,
                bits,
            } => {
                self.operand(*addr, Kind::Ptr);
                self.operand(*value, *kind);
                self.bits(*bits, *kind);
            }
            Inst::MemCopy { dst, src, size } => {
                self.operand(*dst, Kind::Ptr);
                self.operand(*src, Kind::Ptr);
                self.operand(*size, Kind::I64);
            }
            Inst::MemFill { dst, byte, size } => {
                self.operand(*dst, Kind::Ptr);
                self.operand(*byte, Kind::I32);
                self.operand(*size, Kind::I64);
            }
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. } => self.atomic(inst),
            Inst::Fence { .. } | Inst::Gap { .. } => {}
            Inst::Call { dst, callee, args } => self.call(*dst, *callee, args),
            Inst::Sync { op, dst, args } => {
                let (kinds, result) = op.signature();
                let fixed = if op.is_variadic() {
                    kinds.len().min(args.len())
                } else {
                    args.len()
                };
                self.arguments(Rule::Sync, op.name(), &args[..fixed], kinds);
                for &more in &args[fixed..] {
                    self.extra(op.name(), more);
                }
                self.optional_result(Rule::Sync, op.name(), *dst, result);
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                ..
            } => {
                let (least, most) = kind.range(*signed);
                if low > high || *low < least || *high > most {
                    self.broken(Rule::Nondet, format!("{low}..{high} as {}", kind.name()));
                }
                self.result(*dst, *kind);
            }
            Inst::Assume { cond } | Inst::Assert { cond, .. } => self.operand(*cond, Kind::I32),
            Inst::SetJump { dst, buffer } => {
                self.operand(*buffer, Kind::Ptr);
                self.result(*dst, Kind::I32);
            }
            Inst::LongJump { buffer, value } => {
                self.operand(*buffer, Kind::Ptr);
                self.operand(*value, Kind::I32);
            }
        }
    }

    fn operation(&mut self, fits: bool, name: &str, kind: Kind) {
        if !fits {
            self.broken(Rule::OperationKind, format!("{name} of {}", kind.name()));
        }
    }

    fn converts(&self, op: ConvertOp, from: Kind, to: Kind) -> bool {
        let ints = from.is_int() && to.is_int();
        let address = self.program.model.pointer_size() * 8;
        match op {
            ConvertOp::Trunc => ints && to.bits() < from.bits(),
            ConvertOp::ZExt | ConvertOp::SExt => ints && to.bits() > from.bits(),
            ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat => from.is_int() && to.is_float(),
            ConvertOp::FloatToSigned | ConvertOp::FloatToUnsigned => from.is_float() && to.is_int(),
            ConvertOp::FloatToFloat => from.is_float() && to.is_float(),
            ConvertOp::PtrToInt => from == Kind::Ptr && to.is_int() && to.bits() == address,
            ConvertOp::IntToPtr => to == Kind::Ptr && from.is_int() && from.bits() == address,
        }
    }

    fn bits(&mut self, bits: Bits, kind: Kind) {
        let (shift, width) = (i64::from(bits.shift), i64::from(bits.width));
        let start = i64::from(bits.location_start) * 8;
        let end = start + i64::from(bits.location_length) * 8;
        let field = kind.is_int() && (1..=64).contains(&width) && width <= i64::from(kind.bits());
        if !field || shift > 7 || start > shift || end < shift + width {
            let message = format!(
                "{width} bits from bit {shift} as {} in the {} bytes from {}",
                kind.name(),
                bits.location_length,
                bits.location_start
            );
            self.broken(Rule::Bits, message);
        }
    }

    fn atomic(&mut self, inst: &Inst) {
        match inst {
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                self.atomic_kind(*kind);
                self.order(!loads(*order), "a load", *order);
                self.operand(*addr, Kind::Ptr);
                self.result(*dst, *kind);
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                self.atomic_kind(*kind);
                let bad = matches!(order, Order::Acquire | Order::AcqRel);
                self.order(bad, "a store", *order);
                self.operand(*addr, Kind::Ptr);
                self.operand(*value, *kind);
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                ..
            } => {
                self.atomic_kind(*kind);
                self.operation(rmw_fits(*op, *kind), op.name(), *kind);
                self.operand(*addr, Kind::Ptr);
                self.operand(*value, *kind);
                self.result(*dst, *kind);
            }
            Inst::AtomicCas {
                kind,
                dst,
                ok,
                addr,
                expected,
                desired,
                failure,
                ..
            } => {
                self.atomic_kind(*kind);
                self.order(!loads(*failure), "a failed compare-and-swap", *failure);
                self.operand(*addr, Kind::Ptr);
                self.operand(*expected, *kind);
                self.operand(*desired, *kind);
                self.result(*dst, *kind);
                self.result(*ok, Kind::I32);
            }
            _ => unreachable!("`instruction` passes on only what is above"),
        }
    }

    fn atomic_kind(&mut self, kind: Kind) {
        if kind.bits() > 64 {
            self.broken(Rule::AtomicKind, format!("an atomic access of {}", kind.name()));
        }
    }

    fn order(&mut self, bad: bool, what: &str, order: Order) {
        if bad {
            self.broken(Rule::Order, format!("{what} that is {}", order.name()));
        }
    }

    fn call(&mut self, dst: Option<Reg>, callee: Callee, args: &[Operand]) {
        match callee {
            Callee::Function(id) => {
                if self.callee(id) {
                    let function = self.program.function(id);
                    let count = function.arguments() as usize;
                    let kinds: Vec<Kind> = function.registers.iter().take(count).map(|r| r.kind).collect();
                    self.arguments(Rule::Call, &function.name, args, &kinds);
                    self.optional_result(Rule::Call, &function.name, dst, function.result);
                    return;
                }
            }
            Callee::Pointer(pointer) => self.operand(pointer, Kind::Ptr),
        }
        for arg in args {
            self.any_operand(*arg);
        }
        if let Some(dst) = dst {
            self.any_result(dst);
        }
    }

    fn arguments(&mut self, rule: Rule, name: &str, args: &[Operand], kinds: &[Kind]) {
        if args.len() != kinds.len() {
            let message = format!("`{name}` takes {} operands, not {}", kinds.len(), args.len());
            self.broken(rule, message);
        }
        for (i, arg) in args.iter().enumerate() {
            match kinds.get(i) {
                Some(kind) => self.operand(*arg, *kind),
                None => {
                    self.any_operand(*arg);
                }
            }
        }
    }

    /// An operand beyond those of a signature.
    fn extra(&mut self, name: &str, operand: Operand) {
        if self.any_operand(operand) == Some(Kind::I128) {
            self.broken(Rule::Sync, format!("`{name}` takes no operand of 128 bits"));
        }
    }

    fn optional_result(&mut self, rule: Rule, name: &str, dst: Option<Reg>, result: Option<Kind>) {
        match (dst, result) {
            (Some(dst), Some(kind)) => self.result(dst, kind),
            (Some(dst), None) => {
                self.any_result(dst);
                self.broken(rule, format!("`{name}` has no result"));
            }
            (None, _) => {}
        }
    }
}

fn loads(order: Order) -> bool {
    matches!(order, Order::Relaxed | Order::Acquire | Order::SeqCst)
}

fn binary_fits(op: BinaryOp, kind: Kind) -> bool {
    match op {
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => kind.is_float(),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::AddSigned
        | BinaryOp::SubSigned
        | BinaryOp::MulSigned
        | BinaryOp::DivSigned
        | BinaryOp::DivUnsigned
        | BinaryOp::RemSigned
        | BinaryOp::RemUnsigned
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::ShrUnsigned
        | BinaryOp::ShrSigned => kind.is_int(),
    }
}

fn compare_fits(op: CompareOp, kind: Kind) -> bool {
    match op {
        CompareOp::FEq | CompareOp::FNe | CompareOp::FLt | CompareOp::FLe => kind.is_float(),
        CompareOp::LtSigned | CompareOp::LeSigned => kind.is_int(),
        CompareOp::Eq | CompareOp::Ne | CompareOp::LtUnsigned | CompareOp::LeUnsigned => {
            kind.is_int() || kind == Kind::Ptr
        }
    }
}

fn rmw_fits(op: RmwOp, kind: Kind) -> bool {
    match op {
        RmwOp::Exchange => true,
        RmwOp::FAdd | RmwOp::FSub | RmwOp::FMul | RmwOp::FDiv => kind.is_float(),
        RmwOp::Add
        | RmwOp::Sub
        | RmwOp::And
        | RmwOp::Or
        | RmwOp::Xor
        | RmwOp::Nand
        | RmwOp::MinSigned
        | RmwOp::MaxSigned
        | RmwOp::MinUnsigned
        | RmwOp::MaxUnsigned
        | RmwOp::Mul => kind.is_int(),
    }
}
