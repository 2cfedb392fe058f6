//! The words of the text form: one table for the printer and the reader.
//!
//! [`SyncOp`](crate::SyncOp) brings its own words with its declaration.

use crate::{
    BinaryOp, CompareOp, Construct, ConvertOp, ObjectRole, Order, RmwOp, Role, Runtime, SyncOp, UnaryOp,
};

/// Gives an enumeration its words. A variant that is left out does not compile.
macro_rules! words {
    ($type:ident { $($variant:ident $text:literal,)* }) => {
        impl $type {
            /// Every value.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $text),* }
            }

            /// The value that has this name in the text form.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($type::$variant),)* _ => None }
            }
        }
    };
}

words! { UnaryOp {
    Neg "neg",
    Not "not",
    FNeg "fneg",
} }

words! { BinaryOp {
    Add "add",
    Sub "sub",
    Mul "mul",
    AddSigned "add_s",
    SubSigned "sub_s",
    MulSigned "mul_s",
    DivSigned "div_s",
    DivUnsigned "div_u",
    RemSigned "rem_s",
    RemUnsigned "rem_u",
    And "and",
    Or "or",
    Xor "xor",
    Shl "shl",
    ShrUnsigned "shr_u",
    ShrSigned "shr_s",
    FAdd "fadd",
    FSub "fsub",
    FMul "fmul",
    FDiv "fdiv",
} }

words! { CompareOp {
    Eq "eq",
    Ne "ne",
    LtSigned "lt_s",
    LeSigned "le_s",
    LtUnsigned "lt_u",
    LeUnsigned "le_u",
    FEq "feq",
    FNe "fne",
    FLt "flt",
    FLe "fle",
} }

words! { ConvertOp {
    Trunc "trunc",
    ZExt "zext",
    SExt "sext",
    SignedToFloat "signed_to_float",
    UnsignedToFloat "unsigned_to_float",
    FloatToSigned "float_to_signed",
    FloatToUnsigned "float_to_unsigned",
    FloatToFloat "float_to_float",
    PtrToInt "ptr_to_int",
    IntToPtr "int_to_ptr",
} }

words! { RmwOp {
    Exchange "exchange",
    Add "add",
    Sub "sub",
    And "and",
    Or "or",
    Xor "xor",
    Nand "nand",
    MinSigned "min_s",
    MaxSigned "max_s",
    MinUnsigned "min_u",
    MaxUnsigned "max_u",
    Mul "mul",
    FAdd "fadd",
    FSub "fsub",
    FMul "fmul",
    FDiv "fdiv",
} }

words! { Order {
    Relaxed "relaxed",
    Acquire "acquire",
    Release "release",
    AcqRel "acq_rel",
    SeqCst "seq_cst",
} }

words! { Runtime {
    OpenMp "openmp",
    Cilk "cilk",
    Task "task",
} }

words! { Construct {
    Parallel "parallel",
    Teams "teams",
    Target "target",
    Task "task",
    Spawn "spawn",
    For "for",
    Async "async",
} }

words! { Role {
    Parallel "parallel",
    League "league",
    Barrier "barrier",
    Construct "construct",
    NextConstruct "next_construct",
    NextLanes "next_lanes",
    Workers "workers",
    Share "share",
    More "more",
    Count "count",
    Total "total",
    Concurrent "concurrent",
    StaticShare "static_share",
    StaticBound "static_bound",
    RuntimeChunk "runtime_chunk",
    Ordered "ordered",
    OrderedTurn "ordered_turn",
    Doacross "doacross",
    ThreadNumber "thread_number",
    Member "member",
    TeamSize "team_size",
    GroupLock "group_lock",
    ReduceBegin "reduce_begin",
    ReduceEnd "reduce_end",
    Publish "publish",
    Copied "copied",
    Task "task",
    TaskBlock "task_block",
    TaskExtra "task_extra",
    Finish "finish",
    Copies "copies",
    Caveat "caveat",
    TaskLoop "task_loop",
    Setting "setting",
    Memory "memory",
    Routine "routine",
    NoRegion "no_region",
} }

words! { ObjectRole {
    TeamSize "team_size",
    Division "division",
    AnyThread "any_thread",
    HasTurn "has_turn",
    Keeps "keeps",
    Names "names",
    Critical "critical",
} }

/// Instructions that are one word each, apart from the tables above.
pub(crate) const PLAIN: &[&str] = &[
    "offset",
    "unset",
    "slot_addr",
    "slot_dead",
    "thread_local_addr",
    "alloca",
    "alloca_free",
    "load",
    "store",
    "load_bits",
    "store_bits",
    "mem_copy",
    "mem_fill",
    "atomic_load",
    "atomic_store",
    "atomic_rmw",
    "atomic_cas",
    "fence",
    "call",
    "nondet",
    "assume",
    "assert",
    "set_jump",
    "long_jump",
    "gap",
    "jump",
    "br",
    "switch",
    "jump_to",
    "return",
    "unreachable",
];

/// Every word that begins an instruction, for suggestions. No two are equal (a test says so).
pub(crate) fn instructions() -> impl Iterator<Item = &'static str> {
    PLAIN
        .iter()
        .copied()
        .chain(UnaryOp::ALL.iter().map(|o| o.name()))
        .chain(BinaryOp::ALL.iter().map(|o| o.name()))
        .chain(CompareOp::ALL.iter().map(|o| o.name()))
        .chain(ConvertOp::ALL.iter().map(|o| o.name()))
        .chain(SyncOp::ALL.iter().map(|o| o.name()))
}

#[cfg(test)]
mod tests {
    use super::instructions;
    use std::collections::HashSet;

    /// The reader tells instructions apart by their first word, so a new synchronisation operation must
    /// not take the word of another instruction, of a kind or of a constant.
    #[test]
    fn words_are_distinct() {
        let mut seen: HashSet<&str> = crate::Kind::ALL.iter().map(|k| k.name()).collect();
        seen.extend(["null", "inf", "nan", "reg", "slot", "_"]);
        for word in instructions() {
            assert!(seen.insert(word), "`{word}` means two things");
        }
    }

    /// The round trip of the sample covers what its text has.
    #[test]
    fn every_word_is_in_the_sample() {
        let sample = include_str!("../tests/samples/instructions.ir");
        let words: HashSet<&str> = sample.split_whitespace().collect();
        let sync = crate::SyncOp::ALL.len();
        let missing: Vec<&str> = instructions().filter(|w| !words.contains(w)).collect();
        assert_eq!(missing.len(), sync, "{missing:?}");
    }
}
