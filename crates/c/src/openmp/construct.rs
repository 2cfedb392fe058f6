//! Leaf constructs, and how they combine.

use Construct as C;

/// What belongs to a directive in the program text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Association {
    /// Nothing: the directive is a statement by itself.
    Standalone,
    /// Nothing: the directive declares something.
    Declaration,
    /// The next statement.
    Statement,
    /// A `for` loop.
    Loop,
    /// A block of sections.
    Sections,
}

macro_rules! constructs {
    ($($name:ident $spelling:literal $association:ident;)*) => {
        /// A leaf construct, or a directive that never combines.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Construct { $(#[doc = concat!("`", $spelling, "`")] $name),* }

        impl Construct {
            /// All of them.
            pub const ALL: &'static [Construct] = &[$(Construct::$name),*];

            /// The words of its name.
            pub fn text(self) -> &'static str {
                match self { $(Construct::$name => $spelling),* }
            }

            /// What belongs to it. An `ordered` with dependences has nothing nevertheless; see
            /// [`Directive::association`](super::Directive::association).
            pub fn association(self) -> Association {
                match self { $(Construct::$name => Association::$association),* }
            }
        }
    };
}

constructs! {
    Allocate "allocate" Declaration;
    Assume "assume" Statement;
    Assumes "assumes" Declaration;
    Atomic "atomic" Statement;
    Barrier "barrier" Standalone;
    BeginAssumes "begin assumes" Declaration;
    BeginDeclareTarget "begin declare target" Declaration;
    Cancel "cancel" Standalone;
    CancellationPoint "cancellation point" Standalone;
    Critical "critical" Statement;
    DeclareMapper "declare mapper" Declaration;
    DeclareReduction "declare reduction" Declaration;
    DeclareSimd "declare simd" Declaration;
    DeclareTarget "declare target" Declaration;
    DeclareVariant "declare variant" Declaration;
    Depobj "depobj" Standalone;
    Dispatch "dispatch" Statement;
    Distribute "distribute" Loop;
    EndAssumes "end assumes" Declaration;
    EndDeclareTarget "end declare target" Declaration;
    Error "error" Standalone;
    Flush "flush" Standalone;
    For "for" Loop;
    Interop "interop" Standalone;
    Loop "loop" Loop;
    Masked "masked" Statement;
    Master "master" Statement;
    Nothing "nothing" Standalone;
    Ordered "ordered" Statement;
    Parallel "parallel" Statement;
    Requires "requires" Declaration;
    Scan "scan" Standalone;
    Scope "scope" Statement;
    Section "section" Statement;
    Sections "sections" Sections;
    Simd "simd" Loop;
    Single "single" Statement;
    Target "target" Statement;
    TargetData "target data" Statement;
    TargetEnterData "target enter data" Standalone;
    TargetExitData "target exit data" Standalone;
    TargetUpdate "target update" Standalone;
    Task "task" Statement;
    Taskgroup "taskgroup" Statement;
    Taskloop "taskloop" Loop;
    Taskwait "taskwait" Standalone;
    Taskyield "taskyield" Standalone;
    Teams "teams" Statement;
    Threadprivate "threadprivate" Declaration;
    Tile "tile" Loop;
    Unroll "unroll" Loop;
}

impl Construct {
    /// Whether `next` may follow these constructs in the name of a combined or composite directive
    /// (chapter 17 of OpenMP 5.2).
    pub fn may_follow(before: &[Construct], next: Construct) -> bool {
        match before {
            [.., C::Distribute, C::Parallel] => next == C::For,
            [.., C::Target, C::Parallel] => matches!(next, C::For | C::Loop),
            [.., C::Parallel] => {
                matches!(next, C::For | C::Loop | C::Sections | C::Master | C::Masked)
            }
            [.., C::For | C::Taskloop] => next == C::Simd,
            [.., C::Distribute] => matches!(next, C::Simd | C::Parallel),
            [.., C::Master | C::Masked] => next == C::Taskloop,
            [.., C::Teams] => matches!(next, C::Distribute | C::Loop),
            [.., C::Target] => matches!(next, C::Parallel | C::Simd | C::Teams),
            _ => false,
        }
    }

    /// Whether these constructs are a whole directive: `distribute parallel` is the beginning of one only.
    pub fn is_whole(constructs: &[Construct]) -> bool {
        !matches!(constructs, [] | [.., C::Distribute, C::Parallel])
    }
}
