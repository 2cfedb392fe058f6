//! Why one run of a program does not tell about all its schedules.

/// What one run met that other schedules may do otherwise, or that the theory of one run does not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// Threads of teams of different sizes ask for works of one construct.
    TeamSizes,
    /// A task ended with a lock that it had taken.
    TaskEndsLocked,
    /// There are lanes of a vector loop, which no other engine compares.
    Lanes,
    /// A granule was used by lanes of a vector loop in more ways than are kept.
    LaneUses,
    /// More regions and works are in each other than a way has steps.
    DeepNesting,
    /// Lock contexts are about locks that nest.
    UnnestedLocks,
    /// The ways of a branch do what cannot be told without going them.
    UntoldBranch,
    /// Rounds of a loop have nothing in common that could be compared.
    DifferentRounds,
    /// No schedule was found for a race that the run has shown.
    UnconfirmedRace,
    /// Rounds of a loop leave barriers, semaphores or the like in different states.
    DifferentSynchronisation,
    /// A loop was left before its rounds could be compared.
    OneRound,
    /// Somebody who is not ordered before the end of an object's life uses it.
    UntimelyEnd,
    /// Each of some locks is taken while the next one is held.
    LockCircle,
    /// A value that depends on the schedule decides a branch or is an address, with threads about.
    Steering,
    /// A value that depends on the schedule is an address or a size, with no other thread about.
    LateAddress,
    /// What decides a branch that several threads come to together may be different for each.
    DifferentDecisions,
    /// What is known did not stop growing.
    ManyRuns,
    /// With other inputs the run may be a short one.
    LongWithInputs,
    /// Threads are back in a state that they were in before.
    EndlessComputation,
    /// A thread is where it was some operations ago, and has written nothing since.
    BusyWait,
    /// An assumption of the program is false in this run.
    FalseAssumption,
    /// A thread stopped in a run that leaves loops after any number of rounds.
    StoppedInRounds,
    /// A thread stopped in a run with inputs.
    StoppedWithInputs,
    /// Semaphores, condition variables, read-write locks, tries, locks held while threads meet.
    OtherSynchronisation,
    /// Works of a construct would see different calls in different threads.
    DifferentCalls,
    /// An object, or all of them together, have more granules than there is room for.
    LargeObject,
    /// Whoever does a work may reach what is private to another thread.
    GivesPrivate,
    /// Threads synchronise on some of the bytes that others synchronise on too.
    SharedBytes,
    /// Not all accesses of a thread were seen.
    Incomplete,
    /// A handler may be called by a signal at any point.
    Signals,
}

impl Obstacle {
    /// In words, for the user.
    pub fn words(self) -> &'static str {
        match self {
            Obstacle::TeamSizes => "teams of different sizes share a loop",
            Obstacle::TaskEndsLocked => "a task ends with a lock",
            Obstacle::Lanes => "the lanes of a vector loop are compared in one run only",
            Obstacle::LaneUses => "lanes of a vector loop use a place in too many ways",
            Obstacle::DeepNesting => "regions and works are nested very deep",
            Obstacle::SharedBytes => "threads synchronise on bytes that overlap and are not the same",
            Obstacle::UnnestedLocks => "locks are not released in the order in which they were taken",
            Obstacle::UntoldBranch => "a branch that depends on the schedule decides what cannot be told",
            Obstacle::DifferentRounds => {
                "a value that depends on the schedule ends a loop whose rounds are very different"
            }
            Obstacle::UnconfirmedRace => "accesses that seem to race could not be brought together",
            Obstacle::DifferentSynchronisation => {
                "rounds of a loop leave something that threads synchronise by in different states"
            }
            Obstacle::OneRound => "a value that depends on the schedule ends a loop that has one round",
            Obstacle::UntimelyEnd => "the life of an object may end before others are done with it",
            Obstacle::LockCircle => {
                "locks are taken in a circle, so threads may wait for each other for ever"
            }
            Obstacle::Steering => "a value that depends on the schedule steers control or an address",
            Obstacle::LateAddress => "a value that depends on the schedule is an address or a size",
            Obstacle::DifferentDecisions => "threads beside each other may go different ways",
            Obstacle::ManyRuns => "too many rounds were needed to follow values that depend on the schedule",
            Obstacle::LongWithInputs => "inputs are chosen in a long run",
            Obstacle::EndlessComputation => "threads compute for ever",
            Obstacle::BusyWait => "a thread waits in a loop",
            Obstacle::FalseAssumption => {
                "an assumption does not hold, or a thread waits for what does not come"
            }
            Obstacle::StoppedInRounds => {
                "a thread does not go on, perhaps because of how often it went round a loop"
            }
            Obstacle::StoppedWithInputs => "a thread does not go on, perhaps because of an input",
            Obstacle::OtherSynchronisation => "this synchronisation is beyond what one run tells",
            Obstacle::DifferentCalls => "threads come to a construct on different ways",
            Obstacle::LargeObject => "an object is too large to tell its bytes apart",
            Obstacle::GivesPrivate => "the address of something private is given to others",
            Obstacle::Signals => "a signal may arrive at any point",
            Obstacle::Incomplete => "a thread waits for ever or met a defect",
        }
    }
}
