//! Makes programs that keep every rule of the verifier, from a string of bytes: each byte is a choice, and
//! when the bytes run out every choice is the first. So shorter strings make simpler programs, and a
//! failing case shrinks.

use raceproof_ir::*;

pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

const NAMES: &[&str] = &[
    "",
    "x",
    "i",
    "x",
    "main",
    "a b",
    "é",
    "\"\\",
    "x.1",
    "3",
    "\n\u{7f}\0",
    "null",
    "i32",
    "_",
    "a$b",
    "b1",
    "entry",
];

const FLAT: &[Kind] = &[Kind::I8, Kind::I16, Kind::I32, Kind::I64];

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Small numbers, powers of two and anything.
    fn bits(&mut self) -> u128 {
        match self.below(4) {
            0 => u128::from(self.byte()),
            1 => u128::from(self.byte()).wrapping_neg(),
            2 => 1 << self.below(128),
            _ => (0..16).fold(0, |v, _| v << 8 | u128::from(self.byte())),
        }
    }

    fn name(&mut self) -> String {
        self.pick(NAMES).to_string()
    }

    fn span(&mut self, files: usize) -> Span {
        if files == 0 || self.flag() {
            return Span::NONE;
        }
        Span {
            file: FileId(self.below(files) as u32),
            line: u32::from(self.byte()),
            column: u32::from(self.byte()),
            length: self.bits() as u32,
        }
    }

    fn shape_id(&mut self, count: usize) -> Option<ShapeId> {
        (count > 0 && self.flag()).then(|| ShapeId(self.below(count) as u32))
    }

    /// Parts of a shape come before it, so that there are no cycles.
    fn shape(&mut self, before: usize) -> Shape {
        if before == 0 || self.flag() {
            return Shape::Scalar {
                size: self.bits() as u64,
            };
        }
        if self.flag() {
            return Shape::Array {
                element: ShapeId(self.below(before) as u32),
                stride: 1 + u64::from(self.byte()),
                length: self.bits() as u32 as u64,
            };
        }
        let size = u64::from(self.byte());
        Shape::Record {
            name: self.name(),
            size,
            fields: (0..self.below(4))
                .map(|_| Field {
                    name: self.name(),
                    offset: u64::from(self.byte()) % (size + 1),
                    shape: ShapeId(self.below(before) as u32),
                })
                .collect(),
        }
    }

    pub fn program(&mut self) -> Program {
        let mut program = Program {
            model: self.pick(&[DataModel::Lp64, DataModel::Ilp32]),
            ..Program::default()
        };
        program.files = (0..self.below(4)).map(|_| self.name()).collect();
        for i in 0..self.below(5) {
            let shape = self.shape(i);
            program.shapes.push(shape);
        }
        for _ in 0..self.below(6) {
            let global = self.global(&program);
            program.globals.push(global);
        }
        for i in 0..=self.below(4) {
            let function = self.header(&program, i == 0);
            program.functions.push(function);
        }
        program.entry = Some(FuncId(0));
        for i in 0..program.globals.len() {
            self.relocations(&mut program, i);
        }
        for i in 0..program.functions.len() {
            for j in 0..program.functions[i].blocks.len() {
                let count = self.below(12);
                let mut code = Code {
                    choices: self,
                    program: &program,
                    function: &program.functions[i],
                };
                let instructions = (0..count)
                    .map(|_| (code.instruction(), code.choices.span(program.files.len())))
                    .collect();
                let terminator = code.terminator();
                let span = self.span(program.files.len());
                program.functions[i].blocks[j] = Block {
                    instructions,
                    terminator,
                    span,
                };
            }
        }
        program
    }

    fn global(&mut self, program: &Program) -> Global {
        let size = if self.flag() {
            self.pick(&[1, 2, 4, 8, 16])
        } else {
            u64::from(self.byte())
        };
        let align = if self.flag() && size.is_power_of_two() {
            size as u32
        } else {
            1 << self.below(5)
        };
        let length = match self.below(3) {
            0 => 0,
            1 => size as usize,
            _ => self.below(size as usize + 1),
        };
        let zero = self.flag();
        let text = self.flag();
        let byte = |c: &mut Self| match (zero, text) {
            (true, _) => 0,
            (false, true) => b' ' + c.byte() % 95,
            (false, false) => c.byte(),
        };
        Global {
            name: self.name(),
            size,
            align,
            bytes: (0..length).map(|_| byte(self)).collect(),
            relocations: Vec::new(),
            constant: self.flag(),
            thread_local: self.flag(),
            shape: self.shape_id(program.shapes.len()),
            origin: self.origin(false),
            role: self.flag().then(|| self.pick(ObjectRole::ALL)),
            span: self.span(program.files.len()),
        }
    }

    /// The first function is no body, so that others may be bodies in it.
    fn origin(&mut self, may_be_region: bool) -> Origin {
        match self.below(4) {
            1 => Origin::Library,
            2 => Origin::Runtime(self.pick(Runtime::ALL)),
            3 if may_be_region => Origin::Region {
                of: FuncId(0),
                construct: self.pick(Construct::ALL),
            },
            _ => Origin::Program,
        }
    }

    fn relocations(&mut self, program: &mut Program, index: usize) {
        let pointer = u64::from(program.model.pointer_size());
        let mut at = 0;
        while self.flag() && at + pointer <= program.globals[index].size {
            let target = self.address(program);
            program.globals[index].relocations.push(Relocation { at, target });
            at += pointer + self.below(3) as u64;
        }
        if self.flag() {
            program.globals[index].relocations.reverse();
        }
    }

    fn address(&mut self, program: &Program) -> Address {
        let shared = |g: &usize| !program.globals[*g].thread_local;
        let globals: Vec<usize> = (0..program.globals.len()).filter(shared).collect();
        let function = FuncId(self.below(program.functions.len()) as u32);
        let blocks = program.function(function).blocks.len();
        match self.below(3) {
            0 if !globals.is_empty() => {
                let global = GlobalId(self.pick(&globals) as u32);
                Address::Global(global, if self.flag() { self.bits() as i64 } else { 0 })
            }
            1 if blocks > 0 => Address::Label(function, BlockId(self.below(blocks) as u32)),
            _ => Address::Function(function),
        }
    }

    /// A function with a register of each kind and with blocks that are filled later.
    fn header(&mut self, program: &Program, entry: bool) -> Function {
        let params = self.below(4) as u32;
        let variadic = !entry && self.flag();
        let result = self.flag().then(|| self.pick(Kind::ALL));
        let mut function = Function {
            name: self.name(),
            params,
            variadic,
            result,
            span: self.span(program.files.len()),
            ..Function::default()
        };
        for _ in 0..params {
            let (kind, name) = (self.pick(Kind::ALL), self.name());
            function.add_register(kind, name);
        }
        if variadic {
            let name = self.name();
            function.add_register(Kind::Ptr, name);
        }
        function.origin = self.origin(!entry && params > 0);
        if matches!(function.origin, Origin::Runtime(_)) && self.flag() {
            function.role = Some(self.pick(Role::ALL));
        }
        if !entry && self.flag() {
            return function;
        }
        for kind in Kind::ALL {
            let name = self.name();
            function.add_register(*kind, name);
        }
        for _ in 0..self.below(4) {
            function.slots.push(Slot {
                name: self.name(),
                size: u64::from(self.byte()),
                align: 1 << self.below(6),
                shape: self.shape_id(program.shapes.len()),
                span: self.span(program.files.len()),
            });
        }
        let empty = Block {
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            span: Span::NONE,
        };
        function.blocks = vec![empty; 1 + self.below(4)];
        function
    }
}

struct Code<'c, 'b, 'p> {
    choices: &'c mut Choices<'b>,
    program: &'p Program,
    function: &'p Function,
}

impl Code<'_, '_, '_> {
    fn reg(&mut self, kind: Kind) -> Reg {
        let all = (0..self.function.registers.len() as u32).map(Reg);
        let fitting: Vec<Reg> = all.filter(|r| self.function.kind(*r) == kind).collect();
        self.choices.pick(&fitting)
    }

    fn operand(&mut self, kind: Kind) -> Operand {
        match self.choices.below(3) {
            0 => Operand::Reg(self.reg(kind)),
            1 if kind == Kind::Ptr => Operand::Address(self.choices.address(self.program)),
            _ => Operand::Const(kind, self.choices.bits() & kind.mask()),
        }
    }

    fn arguments(&mut self, kinds: &[Kind]) -> Vec<Operand> {
        kinds.iter().map(|k| self.operand(*k)).collect()
    }

    fn block(&mut self) -> BlockId {
        BlockId(self.choices.below(self.function.blocks.len()) as u32)
    }

    /// A range of numbers of a kind.
    fn range(&mut self, kind: Kind, signed: bool) -> (i128, i128) {
        let (least, most) = kind.range(signed);
        if self.choices.flag() {
            return (least, most);
        }
        let a = (self.choices.bits() as i128).clamp(least, most);
        let b = (self.choices.bits() as i128).clamp(least, most);
        (a.min(b), a.max(b))
    }

    fn bit_field(&mut self, kind: Kind) -> Bits {
        let shift = self.choices.below(8) as u8;
        let width = 1 + self.choices.below(kind.bits().min(64) as usize) as u8;
        let location_start = -i32::from(self.choices.byte());
        let end = (u32::from(shift) + u32::from(width)).div_ceil(8);
        Bits {
            shift,
            width,
            signed: self.choices.flag(),
            location_start,
            location_length: end + location_start.unsigned_abs(),
        }
    }

    fn instruction(&mut self) -> Inst {
        let any = self.choices.pick(Kind::ALL);
        let int = self
            .choices
            .pick(&[Kind::I8, Kind::I16, Kind::I32, Kind::I64, Kind::I128]);
        let float = self.choices.pick(&[Kind::F32, Kind::F64]);
        match self.choices.below(31) {
            0 => Inst::Copy {
                dst: self.reg(any),
                src: self.operand(any),
            },
            1 => {
                let op = self.choices.pick(UnaryOp::ALL);
                let kind = if op == UnaryOp::FNeg { float } else { int };
                let (dst, a) = (self.reg(kind), self.operand(kind));
                Inst::Unary { op, kind, dst, a }
            }
            2 => {
                let op = self.choices.pick(BinaryOp::ALL);
                let kind = if op.name().starts_with('f') { float } else { int };
                let (dst, a, b) = (self.reg(kind), self.operand(kind), self.operand(kind));
                Inst::Binary { op, kind, dst, a, b }
            }
            3 => {
                let op = self.choices.pick(CompareOp::ALL);
                let kind = if op.name().starts_with('f') { float } else { int };
                let (a, b) = (self.operand(kind), self.operand(kind));
                let dst = self.reg(Kind::I32);
                Inst::Compare { op, kind, dst, a, b }
            }
            4 => self.conversion(int, float),
            5 => Inst::Offset {
                dst: self.reg(Kind::Ptr),
                base: self.operand(Kind::Ptr),
                index: match self.operand(Kind::I64) {
                    Operand::Const(kind, bits) if self.choices.flag() => Operand::Const(kind, bits % 4),
                    index => index,
                },
                scale: self.choices.bits() as i64,
                disp: self.choices.bits() as i64,
                within: self
                    .choices
                    .flag()
                    .then(|| (self.choices.bits() as i64, self.choices.bits() as i64)),
            },
            6 if !self.function.slots.is_empty() => {
                let slot = SlotId(self.choices.below(self.function.slots.len()) as u32);
                if self.choices.flag() {
                    return Inst::SlotDead { slot };
                }
                let dst = self.reg(Kind::Ptr);
                Inst::SlotAddr { dst, slot }
            }
            7 => {
                let local = |g: &usize| self.program.globals[*g].thread_local;
                let globals: Vec<usize> = (0..self.program.globals.len()).filter(local).collect();
                if globals.is_empty() {
                    return Inst::Gap {
                        what: self.choices.name(),
                    };
                }
                let global = GlobalId(self.choices.pick(&globals) as u32);
                let dst = self.reg(Kind::Ptr);
                Inst::ThreadLocalAddr { dst, global }
            }
            8 => Inst::Alloca {
                dst: self.reg(Kind::Ptr),
                size: self.operand(Kind::I64),
                align: 1 << self.choices.below(6),
                shape: self.choices.shape_id(self.program.shapes.len()),
            },
            9 => Inst::AllocaFree {
                addr: self.operand(Kind::Ptr),
            },
            10 => Inst::Load {
                kind: any,
                dst: self.reg(any),
                addr: self.operand(Kind::Ptr),
            },
            11 => Inst::Store {
                kind: any,
                addr: self.operand(Kind::Ptr),
                value: self.operand(any),
            },
            12 => Inst::LoadBits {
                kind: int,
                dst: self.reg(int),
                addr: self.operand(Kind::Ptr),
                bits: self.bit_field(int),
            },
            13 => Inst::StoreBits {
                kind: int,
                addr: self.operand(Kind::Ptr),
                value: self.operand(int),
                bits: self.bit_field(int),
            },
            14 => Inst::MemCopy {
                dst: self.operand(Kind::Ptr),
                src: self.operand(Kind::Ptr),
                size: self.operand(Kind::I64),
            },
            15 => Inst::MemFill {
                dst: self.operand(Kind::Ptr),
                byte: self.operand(Kind::I32),
                size: self.operand(Kind::I64),
            },
            16..=20 => self.atomic(float),
            21 => {
                let kinds = [any, int, float];
                let first = self.choices.below(4);
                Inst::Call {
                    dst: self.choices.flag().then(|| self.reg(any)),
                    callee: Callee::Pointer(self.operand(Kind::Ptr)),
                    args: self.arguments(&kinds[first..]),
                }
            }
            22 => {
                let id = FuncId(self.choices.below(self.program.functions.len()) as u32);
                let callee = self.program.function(id);
                let count = callee.arguments() as usize;
                let kinds: Vec<Kind> = callee.registers[..count].iter().map(|r| r.kind).collect();
                Inst::Call {
                    dst: callee.result.filter(|_| self.choices.flag()).map(|k| self.reg(k)),
                    callee: Callee::Function(id),
                    args: self.arguments(&kinds),
                }
            }
            23 | 24 => {
                let op = self.choices.pick(SyncOp::ALL);
                let (kinds, result) = op.signature();
                Inst::Sync {
                    op,
                    dst: result.filter(|_| self.choices.flag()).map(|k| self.reg(k)),
                    args: self.arguments(kinds),
                }
            }
            25 => {
                let signed = self.choices.flag();
                let (low, high) = self.range(any, signed);
                Inst::Nondet {
                    kind: any,
                    dst: self.reg(any),
                    signed,
                    low,
                    high,
                    name: self.choices.name(),
                }
            }
            26 if self.choices.flag() => Inst::Unset {
                kind: any,
                dst: self.reg(any),
            },
            26 => Inst::Assume {
                cond: self.operand(Kind::I32),
            },
            27 => Inst::Assert {
                cond: self.operand(Kind::I32),
                message: self.choices.name(),
            },
            28 => Inst::SetJump {
                dst: self.reg(Kind::I32),
                buffer: self.operand(Kind::Ptr),
            },
            29 => Inst::LongJump {
                buffer: self.operand(Kind::Ptr),
                value: self.operand(Kind::I32),
            },
            _ => Inst::Gap {
                what: self.choices.name(),
            },
        }
    }

    fn conversion(&mut self, int: Kind, float: Kind) -> Inst {
        let op = self.choices.pick(ConvertOp::ALL);
        let address = match self.program.model {
            DataModel::Lp64 => Kind::I64,
            DataModel::Ilp32 => Kind::I32,
        };
        let (from, to) = match op {
            ConvertOp::Trunc => (Kind::I128, self.choices.pick(FLAT)),
            ConvertOp::ZExt | ConvertOp::SExt => (self.choices.pick(FLAT), Kind::I128),
            ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat => (int, float),
            ConvertOp::FloatToSigned | ConvertOp::FloatToUnsigned => (float, int),
            ConvertOp::FloatToFloat => (Kind::F32, Kind::F64),
            ConvertOp::PtrToInt => (Kind::Ptr, address),
            ConvertOp::IntToPtr => (address, Kind::Ptr),
        };
        Inst::Convert {
            op,
            from,
            to,
            dst: self.reg(to),
            src: self.operand(from),
        }
    }

    fn atomic(&mut self, float: Kind) -> Inst {
        let kind = self
            .choices
            .pick(&[Kind::I8, Kind::I32, Kind::I64, Kind::Ptr, Kind::F64]);
        let loads = [Order::Relaxed, Order::Acquire, Order::SeqCst];
        let addr = self.operand(Kind::Ptr);
        match self.choices.below(5) {
            0 => Inst::AtomicLoad {
                kind,
                dst: self.reg(kind),
                addr,
                order: self.choices.pick(&loads),
            },
            1 => Inst::AtomicStore {
                kind,
                addr,
                value: self.operand(kind),
                order: self
                    .choices
                    .pick(&[Order::Relaxed, Order::Release, Order::SeqCst]),
            },
            2 => {
                let op = self.choices.pick(RmwOp::ALL);
                let kind = match op {
                    RmwOp::Exchange => kind,
                    op if op.name().starts_with('f') => float,
                    _ => self.choices.pick(FLAT),
                };
                Inst::AtomicRmw {
                    op,
                    kind,
                    dst: self.reg(kind),
                    addr,
                    value: self.operand(kind),
                    order: self.choices.pick(Order::ALL),
                }
            }
            3 => Inst::AtomicCas {
                kind,
                dst: self.reg(kind),
                ok: self.reg(Kind::I32),
                addr,
                expected: self.operand(kind),
                desired: self.operand(kind),
                weak: self.choices.flag(),
                success: self.choices.pick(Order::ALL),
                failure: self.choices.pick(&loads),
            },
            _ => Inst::Fence {
                order: self.choices.pick(Order::ALL),
            },
        }
    }

    fn terminator(&mut self) -> Terminator {
        match self.choices.below(6) {
            0 => Terminator::Unreachable,
            1 => Terminator::Jump(self.block()),
            2 => Terminator::Branch {
                cond: self.operand(Kind::I32),
                then: self.block(),
                otherwise: self.block(),
            },
            3 => {
                let kind = self.choices.pick(FLAT);
                let signed = self.choices.flag();
                let cases = (0..self.choices.below(7))
                    .map(|_| {
                        let (low, high) = self.range(kind, signed);
                        Case {
                            low,
                            high,
                            target: self.block(),
                        }
                    })
                    .collect();
                Terminator::Switch {
                    kind,
                    value: self.operand(kind),
                    signed,
                    cases,
                    default: self.block(),
                }
            }
            4 => Terminator::JumpTo {
                target: self.operand(Kind::Ptr),
                labels: (0..self.choices.below(4)).map(|_| self.block()).collect(),
            },
            _ => Terminator::Return(self.function.result.map(|k| self.operand(k))),
        }
    }
}
