//! Clauses.

use std::ops::Range;

use raceproof_ir::Span;

use super::{
    BindKind, Construct, DefaultKind, DefaultmapBehaviour, DefaultmapCategory, DependKind, DeviceModifier,
    DeviceType, ErrorSeverity, ErrorTime, LinearModifier, MapKind, MapModifier, MemoryOrder, OrderModifier,
    ProcBind, ReductionModifier, ScheduleKind, ScheduleModifier,
};
use crate::ast::{DeclSpecifiers, Declarator, Expr, Ident, Initialiser};
use crate::lex::Token;

macro_rules! clause_names {
    ($($name:ident $spelling:literal)*) => {
        /// The name of a clause.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum ClauseName { $(#[doc = concat!("`", $spelling, "`")] $name),* }

        impl ClauseName {
            /// All of them.
            pub const ALL: &'static [ClauseName] = &[$(ClauseName::$name),*];

            /// The spelling.
            pub fn text(self) -> &'static str {
                match self { $(ClauseName::$name => $spelling),* }
            }
        }
    };
}

clause_names! {
    Absent "absent" AcqRel "acq_rel" Acquire "acquire" AdjustArgs "adjust_args" Affinity "affinity"
    Align "align" Aligned "aligned" Allocate "allocate" Allocator "allocator" AppendArgs "append_args"
    At "at" AtomicDefaultMemOrder "atomic_default_mem_order" Bind "bind" Capture "capture"
    Collapse "collapse" Compare "compare" Contains "contains" Copyin "copyin" Copyprivate "copyprivate"
    Default "default" Defaultmap "defaultmap" Depend "depend" Destroy "destroy" Detach "detach"
    Device "device" DeviceType "device_type" DistSchedule "dist_schedule" Doacross "doacross"
    DynamicAllocators "dynamic_allocators" Enter "enter" Exclusive "exclusive" Fail "fail"
    Filter "filter" Final "final" Firstprivate "firstprivate" From "from" Full "full"
    Grainsize "grainsize" HasDeviceAddr "has_device_addr" Hint "hint" Holds "holds" If "if"
    InReduction "in_reduction" Inbranch "inbranch" Inclusive "inclusive" Indirect "indirect" Init "init"
    Initializer "initializer" IsDevicePtr "is_device_ptr" Lastprivate "lastprivate" Linear "linear"
    Link "link" Map "map" Match "match" Mergeable "mergeable" Message "message" NoOpenmp "no_openmp"
    NoOpenmpRoutines "no_openmp_routines" NoParallelism "no_parallelism" Nocontext "nocontext"
    Nogroup "nogroup" Nontemporal "nontemporal" Notinbranch "notinbranch" Novariants "novariants"
    Nowait "nowait" NumTasks "num_tasks" NumTeams "num_teams" NumThreads "num_threads" Order "order"
    Ordered "ordered" Partial "partial" Priority "priority" Private "private" ProcBind "proc_bind"
    Read "read" Reduction "reduction" Relaxed "relaxed" Release "release"
    ReverseOffload "reverse_offload" Safelen "safelen" Schedule "schedule" SeqCst "seq_cst"
    Severity "severity" Shared "shared" Simd "simd" Simdlen "simdlen" Sizes "sizes"
    TaskReduction "task_reduction" ThreadLimit "thread_limit" Threads "threads" To "to"
    UnifiedAddress "unified_address" UnifiedSharedMemory "unified_shared_memory" Uniform "uniform"
    Untied "untied" Update "update" Use "use" UseDeviceAddr "use_device_addr"
    UseDevicePtr "use_device_ptr" UsesAllocators "uses_allocators" Weak "weak" Write "write"
}

/// One clause of a directive.
#[derive(Clone, Debug)]
pub struct Clause {
    /// From the name to the closing parenthesis, or the first line of it.
    pub span: Span,
    /// The name.
    pub name: ClauseName,
    /// What stands in parentheses.
    pub argument: ClauseArgument,
    /// Its tokens within [`Directive::tokens`](super::Directive::tokens).
    pub tokens: Range<usize>,
}

/// The argument of a clause. The name decides the shape; each shape lists its clauses.
#[derive(Clone, Debug)]
pub enum ClauseArgument {
    /// No parentheses: `nowait`, `untied`, `seq_cst` …; `ordered`, `partial`, `destroy`, `indirect`
    /// may have an [`Expr`](ClauseArgument::Expr) too.
    None,
    /// One expression: `collapse`, `num_threads`, `ordered`, `final`, `priority`, `hint`, `filter`,
    /// `safelen`, `simdlen`, `thread_limit`, `align`, `allocator`, `holds`, `message`, `nocontext`,
    /// `novariants`, `partial`, `indirect`, `destroy`, `use`.
    Expr(Box<Expr>),
    /// `sizes`.
    Exprs(Vec<Expr>),
    /// Variables: `private`, `firstprivate`, `shared`, `copyin`, `copyprivate`, `nontemporal`,
    /// `uniform`, `detach` (one), `use_device_ptr`, `is_device_ptr`, and on `declare target` functions
    /// too: `to`, `enter`, `link`.
    Names(Vec<Ident>),
    /// Variables and parts of them: `inclusive`, `exclusive`, `use_device_addr`, `has_device_addr`.
    Items(Vec<Item>),
    /// `lastprivate`.
    Lastprivate {
        /// `conditional:`.
        conditional: bool,
        /// The variables.
        names: Vec<Ident>,
    },
    /// `if`.
    If {
        /// The construct that it is about; none: all that take an `if`.
        construct: Option<Construct>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// `default`.
    Default(DefaultKind),
    /// `schedule`.
    Schedule {
        /// `monotonic`, `nonmonotonic`, `simd`.
        modifiers: Vec<ScheduleModifier>,
        /// How iterations are dealt out.
        kind: ScheduleKind,
        /// The size of a chunk.
        chunk: Option<Box<Expr>>,
    },
    /// `dist_schedule(static, chunk)`.
    DistSchedule {
        /// The size of a chunk.
        chunk: Option<Box<Expr>>,
    },
    /// `reduction`, `task_reduction`, `in_reduction`.
    Reduction {
        /// `inscan`, `task`, `default`; of `reduction` only.
        modifier: Option<ReductionModifier>,
        /// How values are combined.
        operator: ReductionOperator,
        /// Variables, elements and sections.
        items: Vec<Item>,
    },
    /// `linear`.
    Linear {
        /// `val`, `ref`, `uval`.
        modifier: Option<LinearModifier>,
        /// The variables.
        names: Vec<Ident>,
        /// What each iteration adds; none: 1.
        step: Option<Box<Expr>>,
    },
    /// `aligned`.
    Aligned {
        /// The pointers or arrays.
        names: Vec<Ident>,
        /// The number of bytes.
        alignment: Option<Box<Expr>>,
    },
    /// `depend`, where it is not about iterations of a loop.
    Depend {
        /// Of the `iterator` modifier.
        iterators: Vec<IterVar>,
        /// The type of the dependence.
        kind: DependKind,
        /// `omp_all_memory` is among the items.
        all_memory: bool,
        /// The other items.
        items: Vec<Item>,
    },
    /// `doacross`, or the older `depend(source)` and `depend(sink: …)` of `ordered`.
    Doacross(Doacross),
    /// `update(in)` of `depobj`.
    DependUpdate(DependKind),
    /// `map`.
    Map {
        /// `always`, `close`, `present`.
        modifiers: Vec<MapModifier>,
        /// `mapper(name)`; `default` is the implicit one and leaves none here.
        mapper: Option<Ident>,
        /// Of the `iterator` modifier.
        iterators: Vec<IterVar>,
        /// The type; none: `tofrom` where both are possible.
        kind: Option<MapKind>,
        /// What is mapped.
        items: Vec<Item>,
    },
    /// `to` and `from` of `target update`.
    Motion {
        /// `present`.
        modifiers: Vec<MapModifier>,
        /// `mapper(name)`.
        mapper: Option<Ident>,
        /// Of the `iterator` modifier.
        iterators: Vec<IterVar>,
        /// What is copied.
        items: Vec<Item>,
    },
    /// `defaultmap`.
    Defaultmap {
        /// What happens.
        behaviour: DefaultmapBehaviour,
        /// To which variables; none: all.
        category: Option<DefaultmapCategory>,
    },
    /// `affinity`.
    Affinity {
        /// Of the `iterator` modifier.
        iterators: Vec<IterVar>,
        /// Where the task should be close to.
        items: Vec<Item>,
    },
    /// `proc_bind`.
    ProcBind(ProcBind),
    /// `order(concurrent)`.
    Order(Option<OrderModifier>),
    /// `bind`.
    Bind(BindKind),
    /// `device`.
    Device {
        /// `ancestor:` or `device_num:`.
        modifier: Option<DeviceModifier>,
        /// The number of the device.
        device: Box<Expr>,
    },
    /// `grainsize`, `num_tasks`.
    Amount {
        /// `strict:`.
        strict: bool,
        /// The number.
        value: Box<Expr>,
    },
    /// `num_teams`.
    NumTeams {
        /// `lower:`; none: as `upper`.
        lower: Option<Box<Expr>>,
        /// The largest number.
        upper: Box<Expr>,
    },
    /// `allocate`.
    Allocate {
        /// `allocator(…):` or the allocator as it is.
        allocator: Option<Box<Expr>>,
        /// `align(…):`.
        align: Option<Box<Expr>>,
        /// The variables.
        names: Vec<Ident>,
    },
    /// `fail`, `atomic_default_mem_order`.
    MemoryOrder(MemoryOrder),
    /// `device_type`.
    DeviceType(DeviceType),
    /// `at`.
    At(ErrorTime),
    /// `severity`.
    Severity(ErrorSeverity),
    /// `absent`, `contains`: the names of directives.
    Directives(Vec<Vec<Construct>>),
    /// `initializer` of `declare reduction`.
    Initializer(ReductionInitializer),
    /// `match`.
    Match(Vec<TraitSet>),
    /// Kept as written, because nothing in the meaning of programs here depends on it:
    /// `adjust_args`, `append_args`, `init`, `uses_allocators`.
    Tokens(Vec<Token>),
}

/// How the values of a reduction are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReductionOperator {
    /// `+`.
    Add,
    /// `-`, which combines as `+`.
    Subtract,
    /// `*`.
    Multiply,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// A name that `declare reduction` gave.
    Named(Ident),
}

/// A list item: a variable or a part of one, `p`, `s.f`, `*p`, `a[i]`, `a[0:n]`, `a[i][0:n:2][:]`.
#[derive(Clone, Debug)]
pub struct Item {
    /// The whole item.
    pub span: Span,
    /// The sizes of a shape-operator, `([n][m])p`; empty if none.
    pub shape: Vec<Expr>,
    /// What stands before the first array section: an lvalue.
    pub base: Expr,
    /// From the first array section on; empty if there is none.
    pub subscripts: Vec<Subscript>,
}

/// One pair of brackets of a list item.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// `[i]`, after an array section.
    Index(Expr),
    /// `[lower : length : stride]`.
    Section {
        /// The brackets.
        span: Span,
        /// The first element; none: 0.
        lower: Option<Expr>,
        /// How many; none: up to the end of the array.
        length: Option<Expr>,
        /// The distance; none: 1.
        stride: Option<Expr>,
    },
}

/// A variable of `iterator(type name = begin : end : step)`, seen by the rest of its clause only.
#[derive(Clone, Debug)]
pub struct IterVar {
    /// The definition.
    pub span: Span,
    /// The type; none: `int`.
    pub ty: Option<Box<(DeclSpecifiers, Declarator)>>,
    /// The name.
    pub name: Ident,
    /// The first value.
    pub begin: Expr,
    /// The first value not taken.
    pub end: Expr,
    /// What is added; none: 1.
    pub step: Option<Expr>,
}

/// A dependence between iterations of a loop nest.
#[derive(Clone, Debug)]
pub enum Doacross {
    /// `source`: this iteration is done with what others wait for.
    Source,
    /// `sink: i - 1, j + 2`: wait for that iteration.
    Sink(Vec<SinkTerm>),
    /// `sink: omp_cur_iteration - 1`: wait for the iteration before this one.
    SinkPrevious,
}

/// One coordinate of a sink.
#[derive(Clone, Debug)]
pub struct SinkTerm {
    /// The loop variable.
    pub variable: Ident,
    /// What is added to it, or subtracted if the flag is set.
    pub offsets: Vec<(bool, Expr)>,
}

/// `initializer(…)` of a `declare reduction`.
#[derive(Clone, Debug)]
pub enum ReductionInitializer {
    /// `omp_priv = value`.
    Value(Box<Initialiser>),
    /// A call, `init(&omp_priv)`.
    Call(Box<Expr>),
}

/// `set={trait, …}` of a context selector.
#[derive(Clone, Debug)]
pub struct TraitSet {
    /// `construct`, `device`, `target_device`, `implementation` or `user`.
    pub name: Ident,
    /// The traits.
    pub traits: Vec<Trait>,
}

/// One trait of a context selector.
#[derive(Clone, Debug)]
pub struct Trait {
    /// Its name.
    pub name: Ident,
    /// `score(n):`.
    pub score: Option<Box<Expr>>,
    /// What stands in parentheses.
    pub properties: TraitProperties,
}

/// The properties of a trait.
#[derive(Clone, Debug)]
pub enum TraitProperties {
    /// The expression of `condition`.
    Condition(Box<Expr>),
    /// Words and strings, as written; empty without parentheses.
    Tokens(Vec<Token>),
}
