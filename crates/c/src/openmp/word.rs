//! The words that clauses take as arguments and modifiers.

/// An enumeration of words.
pub trait Word: Copy + 'static {
    /// The spellings and what they mean; a meaning may have more than one spelling, its first is canonical.
    const WORDS: &'static [(&'static str, Self)];

    /// What a spelling means.
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(spelling, _)| *spelling == word);
        found.map(|(_, meaning)| *meaning)
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $type:ident { $($(#[$of:meta])* $name:ident $($spelling:literal)+),* $(,)? })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type { $($(#[$of])* #[doc = concat!($("`", $spelling, "` "),+)] $name),* }

        impl Word for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$($(($spelling, $type::$name)),+),*];
        }
    )* };
}

words! {
    /// The argument of `default`.
    DefaultKind { None "none", Shared "shared", Private "private", Firstprivate "firstprivate" }
    /// The kind of a `schedule`.
    ScheduleKind {
        Static "static", Dynamic "dynamic", Guided "guided", Auto "auto", Runtime "runtime",
    }
    /// A modifier of `schedule`.
    ScheduleModifier { Monotonic "monotonic", Nonmonotonic "nonmonotonic", Simd "simd" }
    /// A modifier of `reduction`.
    ReductionModifier { Inscan "inscan", Task "task", Default "default" }
    /// A modifier of `linear`.
    LinearModifier { Val "val", Ref "ref", Uval "uval" }
    /// How a task depends on a locator.
    DependKind {
        In "in", Out "out", Inout "inout", Mutexinoutset "mutexinoutset", Inoutset "inoutset", Depobj "depobj",
    }
    /// The type of a `map`.
    MapKind {
        To "to", From "from", Tofrom "tofrom", Alloc "alloc", Release "release", Delete "delete",
    }
    /// A modifier of `map`, `to` and `from` that is one word.
    MapModifier { Always "always", Close "close", Present "present" }
    /// What `defaultmap` does.
    DefaultmapBehaviour {
        Alloc "alloc", To "to", From "from", Tofrom "tofrom", Firstprivate "firstprivate", None "none",
        Default "default", Present "present",
    }
    /// What `defaultmap` is about.
    DefaultmapCategory { All "all", Scalar "scalar", Aggregate "aggregate", Pointer "pointer" }
    /// The argument of `proc_bind`.
    ProcBind { Primary "primary" "master", Close "close", Spread "spread" }
    /// The argument of `order`.
    OrderKind { Concurrent "concurrent" }
    /// A modifier of `order`.
    OrderModifier { Reproducible "reproducible", Unconstrained "unconstrained" }
    /// The argument of `bind`.
    BindKind { Teams "teams", Parallel "parallel", Thread "thread" }
    /// A modifier of `device`.
    DeviceModifier { DeviceNum "device_num", Ancestor "ancestor" }
    /// A memory order, as the argument of `fail` and `atomic_default_mem_order`.
    MemoryOrder {
        SeqCst "seq_cst", AcqRel "acq_rel", Release "release", Acquire "acquire", Relaxed "relaxed",
    }
    /// The argument of `device_type`.
    DeviceType { Any "any", Host "host", Nohost "nohost" }
    /// The argument of `at`.
    ErrorTime { Compilation "compilation", Execution "execution" }
    /// The argument of `severity`.
    ErrorSeverity { Fatal "fatal", Warning "warning" }
    /// What a `cancel` or `cancellation point` is about.
    CancelKind { Parallel "parallel", Sections "sections", For "for", Taskgroup "taskgroup" }
}
