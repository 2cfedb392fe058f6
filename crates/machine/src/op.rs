//! Operations of the flattened code: what the interpreter's loop matches on.
//!
//! An operation has 16 bytes. Registers are words of the frame (a 128-bit value takes two). Each
//! variant lists the registers that it defines, those that it uses, and the rest, so that liveness
//! needs no second table. The registers of operations with side tables (calls, synchronisation, 128-bit
//! values) are listed by [`Code::registers`](crate::Code).

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, UnaryOp};

/// A word of the frame.
pub(crate) type Word = u32;

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident [$($d:ident)?] [$($u:ident)*] [$($x:ident: $t:ty),*];)*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(clippy::enum_variant_names, reason = "families share a word")]
        pub(crate) enum Op {
            $($(#[$doc])* $name { $($d: Word,)? $($u: Word,)* $($x: $t),* },)*
        }

        impl Op {
            /// The one-word registers that it uses.
            #[allow(unused_variables, reason = "not every variant has every field")]
            pub fn uses(&self, mut f: impl FnMut(Word)) {
                match *self { $(Op::$name { $($u,)* .. } => { $(f($u);)* })* }
            }

            /// The one-word register that it defines.
            #[allow(unused_variables, unused_mut, unused_assignments, reason = "not every variant has every field")]
            pub fn defines(&self) -> Option<Word> {
                match *self { $(Op::$name { $($d,)? .. } => { let mut r = None; $(r = Some($d);)? r })* }
            }
        }
    };
}

ops! {
    // Moves.
    Copy [dst] [a] [];
    Const [dst] [] [low: u32, high: u32];
    /// Copies a 128-bit value.
    CopyWide [] [] [to: Word, from: Word];

    // Integers of 32 bits.
    Add32 [dst] [a b] [];
    Sub32 [dst] [a b] [];
    Mul32 [dst] [a b] [];
    AddSigned32 [dst] [a b] [];
    SubSigned32 [dst] [a b] [];
    MulSigned32 [dst] [a b] [];
    DivSigned32 [dst] [a b] [];
    RemSigned32 [dst] [a b] [];
    Shl32 [dst] [a b] [];
    ShrUnsigned32 [dst] [a b] [];
    ShrSigned32 [dst] [a b] [];
    // Integers of 64 bits; what has no form above is the same at every width.
    Add64 [dst] [a b] [];
    Sub64 [dst] [a b] [];
    Mul64 [dst] [a b] [];
    AddSigned64 [dst] [a b] [];
    SubSigned64 [dst] [a b] [];
    MulSigned64 [dst] [a b] [];
    DivSigned64 [dst] [a b] [];
    RemSigned64 [dst] [a b] [];
    DivUnsigned [dst] [a b] [];
    RemUnsigned [dst] [a b] [];
    And [dst] [a b] [];
    Or [dst] [a b] [];
    Xor [dst] [a b] [];
    Shl64 [dst] [a b] [];
    ShrUnsigned64 [dst] [a b] [];
    ShrSigned64 [dst] [a b] [];
    // With a small constant.
    Add32I [dst] [a] [b: i32];
    Mul32I [dst] [a] [b: i32];
    AddSigned32I [dst] [a] [b: i32];
    MulSigned32I [dst] [a] [b: i32];
    Shl32I [dst] [a] [b: i32];
    ShrUnsigned32I [dst] [a] [b: i32];
    ShrSigned32I [dst] [a] [b: i32];
    Add64I [dst] [a] [b: i32];
    Mul64I [dst] [a] [b: i32];
    AddSigned64I [dst] [a] [b: i32];
    MulSigned64I [dst] [a] [b: i32];
    Shl64I [dst] [a] [b: i32];
    ShrUnsigned64I [dst] [a] [b: i32];
    ShrSigned64I [dst] [a] [b: i32];
    /// The constant is sign-extended and must leave the bits above the kind alone.
    AndI [dst] [a] [b: i32];
    OrI [dst] [a] [b: i32];
    XorI [dst] [a] [b: i32];
    /// Any operation on integers of 8 or 16 bits.
    BinarySmall [dst] [a b] [op: BinaryOp, kind: Kind];
    /// Any operation on 128-bit integers.
    BinaryWide [] [] [op: BinaryOp, to: Word, x: Word, y: Word];
    Unary [dst] [a] [op: UnaryOp, kind: Kind];
    UnaryWide [] [] [op: UnaryOp, to: Word, x: Word];

    // Floats.
    FAdd64 [dst] [a b] [];
    FSub64 [dst] [a b] [];
    FMul64 [dst] [a b] [];
    FDiv64 [dst] [a b] [];
    FAdd32 [dst] [a b] [];
    FSub32 [dst] [a b] [];
    FMul32 [dst] [a b] [];
    FDiv32 [dst] [a b] [];

    // Comparisons. `Eq`, `Ne` and the unsigned ones are the same at every width up to 64.
    Eq [dst] [a b] [];
    Ne [dst] [a b] [];
    LtUnsigned [dst] [a b] [];
    LeUnsigned [dst] [a b] [];
    LtSigned32 [dst] [a b] [];
    LeSigned32 [dst] [a b] [];
    LtSigned64 [dst] [a b] [];
    LeSigned64 [dst] [a b] [];
    /// The constant is zero-extended.
    EqI [dst] [a] [b: u32];
    NeI [dst] [a] [b: u32];
    LtUnsignedI [dst] [a] [b: u32];
    GtUnsignedI [dst] [a] [b: u32];
    LtSigned32I [dst] [a] [b: i32];
    GtSigned32I [dst] [a] [b: i32];
    LtSigned64I [dst] [a] [b: i32];
    GtSigned64I [dst] [a] [b: i32];
    /// 1 if the outcome is `on`.
    FCompare64 [dst] [a b] [op: CompareOp, on: bool];
    FCompare32 [dst] [a b] [op: CompareOp];
    /// Signed comparison of integers of 8 or 16 bits.
    CompareSmall [dst] [a b] [op: CompareOp, kind: Kind];
    CompareWide [dst] [] [op: CompareOp, x: Word, y: Word];

    // Conversions.
    Low8 [dst] [a] [];
    Low16 [dst] [a] [];
    Low32 [dst] [a] [];
    /// Sign extension of 8 bits to 32 and so on.
    Sign8To32 [dst] [a] [];
    Sign16To32 [dst] [a] [];
    Sign8To64 [dst] [a] [];
    Sign16To64 [dst] [a] [];
    Sign32To64 [dst] [a] [];
    Sign8To16 [dst] [a] [];
    Signed32ToF64 [dst] [a] [];
    /// Any other conversion between one-word kinds.
    Convert [dst] [a] [op: ConvertOp, from: Kind, to: Kind];
    /// Conversions from or to 128-bit integers.
    ConvertWide [] [] [op: ConvertOp, from: Kind, to: Kind, out: Word, x: Word];

    // Addresses.
    /// `a + b * scale`; `b` is a sign-extended 32-bit integer if `narrow`.
    Offset [dst] [a b] [narrow: bool, scale: u16];
    OffsetI [dst] [a] [b: i32];
    /// Makes sure that the slot's register holds the address of its object.
    SlotLive [] [] [register: Word, slot: u32];
    SlotDead [] [] [register: Word];
    ThreadLocalAddr [dst] [] [number: u32];
    Alloca [dst] [a] [align: u32];
    AllocaFree [] [a] [];

    // Loads: `*(a + disp)`, `*(a + b * scale)`, `*global`.
    Load8 [dst] [a] [disp: i32];
    Load16 [dst] [a] [disp: i32];
    Load32 [dst] [a] [disp: i32];
    Load64 [dst] [a] [disp: i32];
    LoadSigned8 [dst] [a] [disp: i32];
    LoadX8 [dst] [a b] [narrow: bool, scale: u16];
    LoadX16 [dst] [a b] [narrow: bool, scale: u16];
    LoadX32 [dst] [a b] [narrow: bool, scale: u16];
    LoadX64 [dst] [a b] [narrow: bool, scale: u16];
    LoadG8 [dst] [] [object: u32, offset: u32];
    LoadG16 [dst] [] [object: u32, offset: u32];
    LoadG32 [dst] [] [object: u32, offset: u32];
    LoadG64 [dst] [] [object: u32, offset: u32];
    LoadWide [] [a] [to: Word];
    /// A pointer of four bytes.
    LoadPtr32 [dst] [a] [disp: i32];
    // Stores.
    Store8 [] [value a] [disp: i32];
    Store16 [] [value a] [disp: i32];
    Store32 [] [value a] [disp: i32];
    Store64 [] [value a] [disp: i32];
    StoreX8 [] [value a b] [narrow: bool, scale: u16];
    StoreX16 [] [value a b] [narrow: bool, scale: u16];
    StoreX32 [] [value a b] [narrow: bool, scale: u16];
    StoreX64 [] [value a b] [narrow: bool, scale: u16];
    StoreG8 [] [value] [object: u32, offset: u32];
    StoreG16 [] [value] [object: u32, offset: u32];
    StoreG32 [] [value] [object: u32, offset: u32];
    StoreG64 [] [value] [object: u32, offset: u32];
    StoreWide [] [a] [from: Word];
    StorePtr32 [] [value a] [disp: i32];
    LoadBits [dst] [a] [bits: u32];
    StoreBits [] [value a] [bits: u32];
    MemCopy [] [a b size] [];
    MemFill [] [a b size] [];

    // Control.
    Jump [] [] [target: u32];
    JumpEq [] [a b] [target: u32];
    JumpNe [] [a b] [target: u32];
    JumpLtUnsigned [] [a b] [target: u32];
    JumpLeUnsigned [] [a b] [target: u32];
    JumpLtSigned32 [] [a b] [target: u32];
    JumpLeSigned32 [] [a b] [target: u32];
    JumpLtSigned64 [] [a b] [target: u32];
    JumpLeSigned64 [] [a b] [target: u32];
    JumpEqI [] [a] [target: u32, b: u32];
    JumpNeI [] [a] [target: u32, b: u32];
    JumpLtUnsignedI [] [a] [target: u32, b: u32];
    JumpGtUnsignedI [] [a] [target: u32, b: u32];
    JumpLtSigned32I [] [a] [target: u32, b: i32];
    JumpGtSigned32I [] [a] [target: u32, b: i32];
    JumpLtSigned64I [] [a] [target: u32, b: i32];
    JumpGtSigned64I [] [a] [target: u32, b: i32];
    JumpFCompare64 [] [a b] [target: u32, op: CompareOp, on: bool];
    Switch [] [a] [table: u32];
    SwitchWide [] [] [table: u32, x: Word];
    JumpTo [] [a] [table: u32];
    Unreachable [] [] [];

    // Calls. `args` is the index of a list of registers, `dst` where the result goes, with `WIDE` set if it
    // has two words, or `NOWHERE`.
    Call [] [] [function: u32, args: u32, result: Word];
    CallPointer [] [a] [args: u32, result: Word];
    /// Ends the lives of the frame's slots and `alloca` objects.
    Leave [] [] [];
    Return [] [a] [];
    ReturnWide [] [] [x: Word];
    ReturnNothing [] [] [];

    /// Begins work that any thread of a team might do: whose, which construct, which number.
    WorkBegin [] [a b c] [];
    WorkEnd [] [] [];

    // Points where a run pauses; each has a side table.
    Sync [] [] [index: u32];
    Atomic [] [] [index: u32];
    Nondet [] [] [index: u32];

    Assume [] [a] [];
    Assert [] [a] [message: u32];
    SetJump [dst] [a] [];
    LongJump [] [a b] [];
    Gap [] [] [what: u32];
}

/// Set in a call's `dst` if the result has two words.
pub(crate) const WIDE: u32 = 1 << 31;

impl Op {
    /// The target of a jump that has one.
    pub fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump { target }
            | Op::JumpEq { target, .. }
            | Op::JumpNe { target, .. }
            | Op::JumpLtUnsigned { target, .. }
            | Op::JumpLeUnsigned { target, .. }
            | Op::JumpLtSigned32 { target, .. }
            | Op::JumpLeSigned32 { target, .. }
            | Op::JumpLtSigned64 { target, .. }
            | Op::JumpLeSigned64 { target, .. }
            | Op::JumpEqI { target, .. }
            | Op::JumpNeI { target, .. }
            | Op::JumpLtUnsignedI { target, .. }
            | Op::JumpGtUnsignedI { target, .. }
            | Op::JumpLtSigned32I { target, .. }
            | Op::JumpGtSigned32I { target, .. }
            | Op::JumpLtSigned64I { target, .. }
            | Op::JumpGtSigned64I { target, .. }
            | Op::JumpFCompare64 { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Whether it changes nothing but registers and calls of its thread. Some that do not are left out.
    pub fn is_quiet(&self) -> bool {
        !matches!(
            self,
            Op::SlotLive { .. }
                | Op::SlotDead { .. }
                | Op::ThreadLocalAddr { .. }
                | Op::Alloca { .. }
                | Op::AllocaFree { .. }
                | Op::Store8 { .. }
                | Op::Store16 { .. }
                | Op::Store32 { .. }
                | Op::Store64 { .. }
                | Op::StoreX8 { .. }
                | Op::StoreX16 { .. }
                | Op::StoreX32 { .. }
                | Op::StoreX64 { .. }
                | Op::StoreG8 { .. }
                | Op::StoreG16 { .. }
                | Op::StoreG32 { .. }
                | Op::StoreG64 { .. }
                | Op::StoreWide { .. }
                | Op::StorePtr32 { .. }
                | Op::StoreBits { .. }
                | Op::MemCopy { .. }
                | Op::MemFill { .. }
                | Op::CallPointer { .. }
                | Op::Leave {}
                | Op::ReturnWide { .. }
                | Op::WorkBegin { .. }
                | Op::WorkEnd {}
                | Op::Assume { .. }
                | Op::Assert { .. }
                | Op::SetJump { .. }
                | Op::LongJump { .. }
                | Op::Gap { .. }
                | Op::Unreachable {}
        )
    }

    /// Whether control does not go on to the next operation.
    pub fn ends(&self) -> bool {
        matches!(
            self,
            Op::Jump { .. }
                | Op::Switch { .. }
                | Op::SwitchWide { .. }
                | Op::JumpTo { .. }
                | Op::Unreachable {}
                | Op::Return { .. }
                | Op::ReturnWide { .. }
                | Op::ReturnNothing {}
                | Op::LongJump { .. }
                | Op::Gap { .. }
        )
    }
}
