//! Where a function or an object comes from, and what a runtime's means.
//!
//! An engine knows a function of a runtime by its [`Role`] and an object by its [`ObjectRole`], never by a
//! name. A front end sets them, from what the source of its runtime says; the program of the user cannot.
//! Only what somebody asks for has a role of its own. What follows from a role is said here, once.

use crate::FuncId;

/// Where a function or an object comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The program of the user. What has no body counts as that too.
    #[default]
    Program,
    /// A runtime of ours, which the front end links to the program for its constructs.
    Runtime(Runtime),
    /// A part of the C library that is written in C and comes with the front end.
    Library,
    /// The front end made it: the body of a construct. Its first parameter is the context.
    Region {
        /// The function of the user that the construct stands in.
        of: FuncId,
        /// Which one.
        construct: Construct,
    },
}

/// The runtimes that front ends link to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Runtime {
    /// Of OpenMP: teams of threads, works that they share, tasks.
    OpenMp,
    /// Of Cilk: tasks in regions, reducers.
    Cilk,
    /// Of the task language.
    Task,
}

/// A construct whose body is a function of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Construct {
    /// OpenMP's `parallel`.
    Parallel,
    /// OpenMP's `teams`.
    Teams,
    /// OpenMP's `target` as a task.
    Target,
    /// OpenMP's `task`, and a task of a `taskloop`.
    Task,
    /// `cilk_spawn`.
    Spawn,
    /// `cilk_for`: a part of its iterations.
    For,
    /// `async` of the task language.
    Async,
}

/// What a function of a runtime does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Runs a body (the first argument, which gets the second) on the threads of a team, and waits for them.
    Parallel,
    /// What only a league of teams needs: makes one, sets its limit of threads, divides its loops.
    League,
    /// A barrier of the team.
    Barrier,
    /// Gives the number of the construct that the thread met last.
    Construct,
    /// The thread meets the next construct.
    NextConstruct,
    /// A number that no other construct has, for works that are not of a team.
    NextLanes,
    /// Gives what names those who share a construct. Means nothing else.
    Workers,
    /// The thread meets the next construct of works and gets the first of them.
    Share,
    /// Gives further works of a construct.
    More,
    /// Gives how often a loop runs.
    Count,
    /// Gives how often two loops run together that run so often each.
    Total,
    /// Says that works are beside each other.
    Concurrent,
    /// The thread meets the next loop with `schedule(static)` and gets the first work of its part. The
    /// [division](ObjectRole::Division) says which that is.
    StaticShare,
    /// Gives a bound of such a part, or further works of it.
    StaticBound,
    /// Gives the size of the chunks of `schedule(runtime)`.
    RuntimeChunk,
    /// Gives what counts the turns of an ordered loop. Means nothing else.
    Ordered,
    /// The turns of ordered loops.
    OrderedTurn,
    /// Dependences between the iterations of a loop.
    Doacross,
    /// Gives the number of the thread in its team.
    ThreadNumber,
    /// Gives the number of the thread, of one that made its team, or of its team, among others.
    Member,
    /// Gives how many threads or teams share a construct.
    TeamSize,
    /// Gives the state of a lock, the argument, for this thread's contention group: the argument itself
    /// outside of leagues.
    GroupLock,
    /// Takes what keeps combinations apart that belong together.
    ReduceBegin,
    /// Gives it back.
    ReduceEnd,
    /// Makes an address known to the team, or gives it.
    Publish,
    /// Says that a thread has read the first values of what is written last, or waits until all have.
    Copied,
    /// Makes a task.
    Task,
    /// Room for what a task gets.
    TaskBlock,
    /// Waits for the tasks that were made since a point of the program, if there are any, or says where that
    /// is.
    Finish,
    /// Whether something is copied between host and device.
    Copies,
    /// Says that something is not followed in all of its consequences: an `int` says what.
    Caveat,
    /// What few tasks have: an event, tasks that exclude them.
    TaskExtra,
    /// How the iterations of a `taskloop` are cut.
    TaskLoop,
    /// A routine that the program calls by name, and that sets or tells a number.
    Setting,
    /// A routine that the program calls by name: it allocates memory, or frees it.
    Memory,
    /// Another routine that the program calls by name.
    Routine,
    /// There is no region of tasks with the number that the program asked for. Never returns.
    NoRegion,
}

/// What an object of a runtime, or one that the front end made, is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectRole {
    /// How many threads a team has where the program does not say; a constant `int`, which the driver sets.
    TeamSize,
    /// How loops with `schedule(static)` are divided; a constant `int`, which the driver sets, and 0 if that
    /// is open.
    Division,
    /// Stands for the number of the thread that runs a task, which may be any of the team.
    AnyThread,
    /// Whether tasks that a thread makes are executed by this thread, which it or one of them may be.
    HasTurn,
    /// Whether variables stay on the device; a constant `int`.
    Keeps,
    /// Gives constructs names of their own, which mean nothing.
    Names,
    /// The mutexes of a critical section, which has the name of the object.
    Critical,
}

impl Origin {
    /// Whether it comes with us and not with the program.
    pub fn is_ours(self) -> bool {
        matches!(self, Origin::Runtime(_) | Origin::Library)
    }

    /// Whether it is the body of a construct.
    pub fn is_region(self) -> bool {
        matches!(self, Origin::Region { .. })
    }
}

impl Role {
    /// Whether it tells the program which thread it is in.
    pub fn tells_who(self) -> bool {
        matches!(self, Role::ThreadNumber | Role::Member)
    }

    /// Whether the program calls it by name, and whatever else it does is done for the program.
    pub fn is_routine(self) -> bool {
        matches!(self, Role::Setting | Role::Memory | Role::Routine)
    }

    /// Whether it is of a loop that the [division](ObjectRole::Division) gives to threads by their numbers,
    /// unless that is open.
    pub fn is_divided(self) -> bool {
        matches!(self, Role::StaticShare | Role::StaticBound)
    }

    /// Whether it does the same in teams of any size, as far as the program can see. What
    /// [is divided](Self::is_divided) does so only where the division is open.
    pub fn is_sizeless(self) -> bool {
        match self {
            Role::Parallel
            | Role::Barrier
            | Role::Construct
            | Role::NextConstruct
            | Role::NextLanes
            | Role::Workers
            | Role::Share
            | Role::More
            | Role::StaticShare
            | Role::StaticBound
            | Role::Count
            | Role::Total
            | Role::Concurrent
            | Role::RuntimeChunk
            | Role::GroupLock
            | Role::ReduceBegin
            | Role::ReduceEnd
            | Role::Publish
            | Role::Copied
            | Role::Task
            | Role::TaskBlock
            | Role::Finish
            | Role::Copies
            | Role::Caveat
            | Role::Memory
            | Role::NoRegion => true,
            Role::League
            | Role::Ordered
            | Role::OrderedTurn
            | Role::Doacross
            | Role::ThreadNumber
            | Role::Member
            | Role::TeamSize
            | Role::TaskExtra
            | Role::TaskLoop
            | Role::Setting
            | Role::Routine => false,
        }
    }
}
