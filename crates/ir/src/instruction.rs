//! Instructions: their form, not their meaning.
#![allow(
    missing_docs,
    reason = "fields are explained by the line above their instruction"
)]

use crate::{Address, BlockId, FuncId, GlobalId, Kind, ShapeId, SlotId};

/// A register of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value of a register.
    Reg(Reg),
    /// An integer of the given kind (bits above its width are zero), or the bits of a float, or a
    /// pointer that is no address of an object (null and friends).
    Const(Kind, u128),
    /// The address of something that exists from the start.
    Address(Address),
}

/// A step of a thread, other than the last of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Inst {
    /// `dst = src`.
    Copy { dst: Reg, src: Operand },
    /// `dst = op a`.
    Unary {
        op: UnaryOp,
        kind: Kind,
        dst: Reg,
        a: Operand,
    },
    /// `dst = a op b`; both operands and the result are of `kind` (a shift amount is too).
    Binary {
        op: BinaryOp,
        kind: Kind,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `dst = a op b` as 0 or 1 in an `i32`; the operands are of `kind`.
    Compare {
        op: CompareOp,
        kind: Kind,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `dst = src` as another kind.
    Convert {
        op: ConvertOp,
        from: Kind,
        to: Kind,
        dst: Reg,
        src: Operand,
    },
    /// `dst = base + index * scale + disp`, staying inside the object that `base` points to. `index` is
    /// `i64`.
    Offset {
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: i64,
        disp: i64,
        /// The least and the greatest index that the language allows, where that is less than the object has
        /// room for: the array is a member of it.
        within: Option<(i64, i64)>,
    },
    /// A local variable begins its life without a value: `dst` holds nothing that anybody has put there.
    Unset { kind: Kind, dst: Reg },
    /// Address of a local variable; makes its object if there is none.
    SlotAddr { dst: Reg, slot: SlotId },
    /// End of a local variable's life (a no-op if it has no object).
    SlotDead { slot: SlotId },
    /// Address of this thread's copy of a thread-local global.
    ThreadLocalAddr { dst: Reg, global: GlobalId },
    /// A new stack object of `size` (`i64`) bytes, alive until [`Inst::AllocaFree`] or the return.
    Alloca {
        dst: Reg,
        size: Operand,
        align: u32,
        shape: Option<ShapeId>,
    },
    /// End of life of an [`Inst::Alloca`] object.
    AllocaFree { addr: Operand },
    /// `dst = *addr`.
    Load { kind: Kind, dst: Reg, addr: Operand },
    /// `*addr = value`.
    Store {
        kind: Kind,
        addr: Operand,
        value: Operand,
    },
    /// Reads a bit-field.
    LoadBits {
        kind: Kind,
        dst: Reg,
        addr: Operand,
        bits: Bits,
    },
    /// Writes a bit-field, leaving its neighbours alone.
    StoreBits {
        kind: Kind,
        addr: Operand,
        value: Operand,
        bits: Bits,
    },
    /// Copies `size` (`i64`) bytes; the ranges may be equal but do not overlap in part. One read and one
    /// write.
    MemCopy {
        dst: Operand,
        src: Operand,
        size: Operand,
    },
    /// Fills `size` (`i64`) bytes with the low byte of `byte` (`i32`). One write.
    MemFill {
        dst: Operand,
        byte: Operand,
        size: Operand,
    },
    /// Atomic load.
    AtomicLoad {
        kind: Kind,
        dst: Reg,
        addr: Operand,
        order: Order,
    },
    /// Atomic store.
    AtomicStore {
        kind: Kind,
        addr: Operand,
        value: Operand,
        order: Order,
    },
    /// `dst = *addr; *addr = dst op value`, atomically.
    AtomicRmw {
        op: RmwOp,
        kind: Kind,
        dst: Reg,
        addr: Operand,
        value: Operand,
        order: Order,
    },
    /// `dst = *addr; if dst == expected { *addr = desired }`, atomically; `ok` says whether it stored.
    AtomicCas {
        kind: Kind,
        dst: Reg,
        ok: Reg,
        addr: Operand,
        expected: Operand,
        desired: Operand,
        weak: bool,
        success: Order,
        failure: Order,
    },
    /// A memory fence.
    Fence { order: Order },
    /// Calls a function. `dst` may be given only if the callee has a result.
    Call {
        dst: Option<Reg>,
        callee: Callee,
        args: Vec<Operand>,
    },
    /// A synchronisation or thread operation; operands and result as [`SyncOp::signature`] says.
    Sync {
        op: SyncOp,
        dst: Option<Reg>,
        args: Vec<Operand>,
    },
    /// Any value of `kind` in `low..=high` (as signed numbers if `signed`): a choice of the environment.
    Nondet {
        kind: Kind,
        dst: Reg,
        signed: bool,
        low: i128,
        high: i128,
        name: String,
    },
    /// Runs on which `cond` (`i32`) is zero do not count.
    Assume { cond: Operand },
    /// It is a defect of the program if `cond` (`i32`) is zero.
    Assert { cond: Operand, message: String },
    /// `setjmp`: 0 now; the value of the `longjmp` when that comes back here.
    SetJump { dst: Reg, buffer: Operand },
    /// `longjmp` with `value` (`i32`).
    LongJump { buffer: Operand, value: Operand },
    /// Reaching this is a gap of raceproof: the front end did not understand the code here.
    Gap { what: String },
}

/// The last step of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Goes to a block.
    Jump(BlockId),
    /// Goes to `then` if `cond` (`i32`) is not zero.
    Branch {
        cond: Operand,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Goes to the block of the first case whose range holds `value` (compared as signed numbers if
    /// `signed`).
    Switch {
        kind: Kind,
        value: Operand,
        signed: bool,
        cases: Vec<Case>,
        default: BlockId,
    },
    /// Goes to the label that `target` is the address of, which must be one of `labels`.
    JumpTo { target: Operand, labels: Vec<BlockId> },
    /// Returns from the function.
    Return(Option<Operand>),
    /// Control never gets here; it is a fault if it does.
    Unreachable,
}

/// A case of a switch: values from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// First value.
    pub low: i128,
    /// Last value.
    pub high: i128,
    /// Where to go.
    pub target: BlockId,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// This function.
    Function(FuncId),
    /// The function that this points to.
    Pointer(Operand),
}

/// Which bits of memory a bit-field is, and which bytes its memory location (C11 3.14) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// First bit, counted from the least significant bit of the byte at the address; 0 to 7.
    pub shift: u8,
    /// Number of bits, 1 to 64.
    pub width: u8,
    /// Whether the value is sign-extended when read.
    pub signed: bool,
    /// First byte of the memory location (all adjacent bit-fields), relative to the address.
    pub location_start: i32,
    /// Its length in bytes.
    pub location_length: u32,
}

/// Operations with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Integer negation, wrapping.
    Neg,
    /// Bitwise complement.
    Not,
    /// Floating negation.
    FNeg,
}

/// Operations with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Addition modulo 2^n.
    Add,
    /// Subtraction modulo 2^n.
    Sub,
    /// Multiplication modulo 2^n.
    Mul,
    /// Like `Add`; signed overflow wraps and is noted.
    AddSigned,
    /// Like `Sub`; signed overflow wraps and is noted.
    SubSigned,
    /// Like `Mul`; signed overflow wraps and is noted.
    MulSigned,
    /// Signed division; by zero is a fault.
    DivSigned,
    /// Unsigned division.
    DivUnsigned,
    /// Signed remainder.
    RemSigned,
    /// Unsigned remainder.
    RemUnsigned,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift; the amount is taken modulo the width.
    Shl,
    /// Right shift, zeros come in.
    ShrUnsigned,
    /// Right shift, the sign comes in.
    ShrSigned,
    /// Floating addition.
    FAdd,
    /// Floating subtraction.
    FSub,
    /// Floating multiplication.
    FMul,
    /// Floating division.
    FDiv,
}

impl BinaryOp {
    /// Whether it divides by its second operand, and fails for some.
    pub fn divides(self) -> bool {
        matches!(
            self,
            BinaryOp::DivSigned | BinaryOp::DivUnsigned | BinaryOp::RemSigned | BinaryOp::RemUnsigned
        )
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less, signed.
    LtSigned,
    /// Less or equal, signed.
    LeSigned,
    /// Less, unsigned (pointers too).
    LtUnsigned,
    /// Less or equal, unsigned (pointers too).
    LeUnsigned,
    /// Equal, floating.
    FEq,
    /// Not equal, floating (true if either is NaN).
    FNe,
    /// Less, floating.
    FLt,
    /// Less or equal, floating.
    FLe,
}

/// Conversions between kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConvertOp {
    /// To a narrower integer.
    Trunc,
    /// To a wider integer, zeros come in.
    ZExt,
    /// To a wider integer, the sign comes in.
    SExt,
    /// Signed integer to floating.
    SignedToFloat,
    /// Unsigned integer to floating.
    UnsignedToFloat,
    /// Floating to signed integer, towards zero.
    FloatToSigned,
    /// Floating to unsigned integer, towards zero.
    FloatToUnsigned,
    /// Between floating kinds.
    FloatToFloat,
    /// Pointer to an integer of the pointer's size in memory (then of any size by `Trunc` or `ZExt`).
    PtrToInt,
    /// Integer of the pointer's size in memory to pointer.
    IntToPtr,
}

/// Read-modify-write operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RmwOp {
    /// Store the operand.
    Exchange,
    /// Add.
    Add,
    /// Subtract.
    Sub,
    /// And.
    And,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
    /// And, then complement.
    Nand,
    /// Smaller, signed.
    MinSigned,
    /// Larger, signed.
    MaxSigned,
    /// Smaller, unsigned.
    MinUnsigned,
    /// Larger, unsigned.
    MaxUnsigned,
    /// Multiply.
    Mul,
    /// Floating addition.
    FAdd,
    /// Floating subtraction.
    FSub,
    /// Floating multiplication.
    FMul,
    /// Floating division.
    FDiv,
}

/// Memory orders of C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// No edges.
    Relaxed,
    /// Reads synchronise with release writes (`consume` counts as this).
    Acquire,
    /// Writes synchronise with acquire reads.
    Release,
    /// Both.
    AcqRel,
    /// Both, and in one total order.
    SeqCst,
}

impl Order {
    /// Whether a read with this order acquires.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }

    /// Whether a write with this order releases.
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }
}

/// Declares [`SyncOp`] with the text name, the operand kinds and the result kind of each operation.
macro_rules! sync_ops {
    ($($(#[$doc:meta])* $name:ident $text:literal ($($arg:ident),*) $(-> $result:ident)?;)*) => {
        /// Synchronisation and thread operations. Objects are named by the address of their bytes, in which
        /// the machine keeps their state; results are what the C function returns unless said otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum SyncOp { $($(#[$doc])* $name,)* }

        impl SyncOp {
            /// Every operation.
            pub const ALL: &'static [SyncOp] = &[$(SyncOp::$name),*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(SyncOp::$name => $text),* }
            }

            /// Kinds of the operands and of the result.
            pub fn signature(self) -> (&'static [Kind], Option<Kind>) {
                match self { $(SyncOp::$name => (&[$(Kind::$arg),*], None $(.or(Some(Kind::$result)))?)),* }
            }

            /// Whether more operands may follow those of the signature.
            pub fn is_variadic(self) -> bool {
                matches!(self, SyncOp::TaskPost)
            }
        }
    };
}

sync_ops! {
    /// Starts a thread that calls a function (pointer) with one `ptr` argument; the last operand is 1 if it
    /// is detached, 2 if its handle is not used after it was joined. Gives the handle (never 0).
    ThreadCreate "thread_create" (Ptr, Ptr, I32) -> I64;
    /// Likewise, and stores the handle with the size of a pointer at the address that is the last operand,
    /// before the thread starts.
    ThreadCreateAt "thread_create_at" (Ptr, Ptr, I32, Ptr) -> I64;
    /// Waits for the end of a thread and gives its return value.
    ThreadJoin "thread_join" (I64) -> Ptr;
    /// Lets a thread go; nobody may join it.
    ThreadDetach "thread_detach" (I64);
    /// Ends this thread with a return value.
    ThreadExit "thread_exit" (Ptr);
    /// Handle of this thread.
    ThreadSelf "thread_self" () -> I64;
    /// Lets others run; no ordering.
    ThreadYield "thread_yield" ();
    /// Makes a mutex of a kind (0 normal, 1 recursive, 2 error-checking).
    MutexInit "mutex_init" (Ptr, I32);
    /// Locks a mutex; 0 or an errno.
    MutexLock "mutex_lock" (Ptr) -> I32;
    /// Locks if free; 0 or EBUSY.
    MutexTryLock "mutex_trylock" (Ptr) -> I32;
    /// Locks or times out; 0 or ETIMEDOUT.
    MutexTimedLock "mutex_timedlock" (Ptr) -> I32;
    /// Unlocks.
    MutexUnlock "mutex_unlock" (Ptr) -> I32;
    /// Ends the life of a mutex.
    MutexDestroy "mutex_destroy" (Ptr) -> I32;
    /// Makes a read-write lock.
    RwInit "rwlock_init" (Ptr);
    /// Locks for reading.
    RwRead "rwlock_rdlock" (Ptr) -> I32;
    /// Locks for reading if possible at once.
    RwTryRead "rwlock_tryrdlock" (Ptr) -> I32;
    /// Locks for reading or times out.
    RwTimedRead "rwlock_timedrdlock" (Ptr) -> I32;
    /// Locks for writing.
    RwWrite "rwlock_wrlock" (Ptr) -> I32;
    /// Locks for writing if possible at once.
    RwTryWrite "rwlock_trywrlock" (Ptr) -> I32;
    /// Locks for writing or times out.
    RwTimedWrite "rwlock_timedwrlock" (Ptr) -> I32;
    /// Gives up a read or write lock.
    RwUnlock "rwlock_unlock" (Ptr) -> I32;
    /// Ends the life of a read-write lock.
    RwDestroy "rwlock_destroy" (Ptr) -> I32;
    /// Makes a spin lock.
    SpinInit "spin_init" (Ptr);
    /// Locks a spin lock.
    SpinLock "spin_lock" (Ptr) -> I32;
    /// Locks a spin lock if it is free.
    SpinTryLock "spin_trylock" (Ptr) -> I32;
    /// Unlocks a spin lock.
    SpinUnlock "spin_unlock" (Ptr) -> I32;
    /// Ends the life of a spin lock.
    SpinDestroy "spin_destroy" (Ptr) -> I32;
    /// Makes a condition variable.
    CondInit "cond_init" (Ptr);
    /// Unlocks the mutex, waits for a wake-up, locks it again.
    CondWait "cond_wait" (Ptr, Ptr) -> I32;
    /// Like `cond_wait`, or ETIMEDOUT.
    CondTimedWait "cond_timedwait" (Ptr, Ptr) -> I32;
    /// Wakes any one waiter.
    CondSignal "cond_signal" (Ptr) -> I32;
    /// Wakes all waiters.
    CondBroadcast "cond_broadcast" (Ptr) -> I32;
    /// Ends the life of a condition variable.
    CondDestroy "cond_destroy" (Ptr) -> I32;
    /// Makes a barrier for a number of threads.
    BarrierInit "barrier_init" (Ptr, I32);
    /// Waits for the others; -1 (PTHREAD_BARRIER_SERIAL_THREAD) in one of them, 0 elsewhere.
    BarrierWait "barrier_wait" (Ptr) -> I32;
    /// Ends the life of a barrier.
    BarrierDestroy "barrier_destroy" (Ptr) -> I32;
    /// Makes a semaphore with a value.
    SemInit "sem_init" (Ptr, I32);
    /// Takes one, waiting for it.
    SemWait "sem_wait" (Ptr) -> I32;
    /// Takes one if there is one; 0 or -1.
    SemTryWait "sem_trywait" (Ptr) -> I32;
    /// Takes one or times out; 0 or -1.
    SemTimedWait "sem_timedwait" (Ptr) -> I32;
    /// Gives one.
    SemPost "sem_post" (Ptr) -> I32;
    /// The value (not the C function's result).
    SemValue "sem_value" (Ptr) -> I32;
    /// Ends the life of a semaphore.
    SemDestroy "sem_destroy" (Ptr) -> I32;
    /// 1 if the caller is to run the initialiser and then `once_end`; 0 once that has been done. Waits while
    /// another runs it.
    OnceBegin "once_begin" (Ptr) -> I32;
    /// The initialiser has been run.
    OnceEnd "once_end" (Ptr);
    /// A new key for thread-specific data with a destructor (function pointer or null).
    KeyCreate "key_create" (Ptr) -> I32;
    /// Gives a key up.
    KeyDelete "key_delete" (I32) -> I32;
    /// Sets this thread's value.
    KeySet "key_set" (I32, Ptr) -> I32;
    /// This thread's value.
    KeyGet "key_get" (I32) -> Ptr;
    /// Work that any thread of the team might do begins: an iteration or chunk of a loop, a section, a single
    /// block. Operands: an address that names the team, the number of the construct among those that the
    /// thread met in the region, the number of the work in it.
    WorkBegin "work_begin" (Ptr, I64, I64);
    /// It ends; what follows belongs to the thread again.
    WorkEnd "work_end" ();
    /// The share of this thread of the work of a construct whose mapping the program leaves open: operands as
    /// for `work_begin` but the number of works, then the thread's number and the team's size. Gives the
    /// first work of a contiguous range; with `work_limit` its end.
    WorkShare "work_share" (Ptr, I64, I64, I32, I32) -> I64;
    /// The next works of a thread that has done those it got; an empty range if there are no more. A thread
    /// asks until it gets that.
    WorkMore "work_more" (Ptr, I64, I64, I32, I32) -> I64;
    /// The end of the range that `work_share` or `work_more` gave last.
    WorkLimit "work_limit" () -> I64;
    /// Waits until the ordered regions of all earlier iterations are over: the counter (an `i64` in memory)
    /// has the value.
    OrderedEnter "ordered_enter" (Ptr, I64);
    /// The ordered region of this iteration is over: sets the counter to the value.
    OrderedExit "ordered_exit" (Ptr, I64);
    /// Waits until an event has come: the counter (an `i64` in memory) has at least the value.
    EventWait "event_wait" (Ptr, I64);
    /// An event comes, once: sets the counter to the value, unless it is larger already.
    EventSet "event_set" (Ptr, I64);
    /// The next task depends on a storage location: address, bytes, and 0 in, 1 out or inout, 2
    /// mutexinoutset, 3 inoutset.
    TaskDepend "task_depend" (Ptr, I64, I32);
    /// Starts a task that calls a function with one `ptr` argument, after the tasks that it depends on. Gives
    /// its handle.
    TaskCreate "task_create" (Ptr, Ptr) -> I64;
    /// Waits until the pending dependences of this thread (`task_depend`) are met, without a task.
    TaskAwaitDepend "task_await_depend" ();
    /// Waits for the tasks that this thread created.
    TaskWait "task_wait" ();
    /// The number of tasks and threads made so far, for `task_wait_since`.
    TaskMark "task_mark" () -> I64;
    /// Waits for all descendants of this thread created since the mark (0: all).
    TaskWaitSince "task_wait_since" (I64);
    /// A thread begins or ends a region: it waits for, and orders by dependences, only the tasks since the
    /// mark (0: all). Gives the mark before.
    TaskRegion "task_region" (I64) -> I64;
    /// The tasks that this thread owns in a region go to the next task that it posts.
    TaskPass "task_pass" (I64);
    /// Posts a task into a region: function, region and a tag for whoever joins it, then the arguments of the
    /// function, scalars of up to 64 bits with their kinds. Gives its handle; the place of a task whose
    /// handle is not taken is used again after it was joined.
    TaskPost "task_post" (Ptr, I64, I64) -> I64;
    /// Joins all tasks that this thread owns in a region (-1: in any), those included that it inherits by
    /// joining.
    TaskAwait "task_await" (I64);
    /// Joins any one finished task that this thread owns in a region and gives its handle. If there is none
    /// in the region: 0, or waits for ever if the second operand is not 0.
    TaskPick "task_pick" (I64, I32) -> I64;
    /// The tag of a task that was just joined.
    TaskTag "task_tag" (I64) -> I64;
    /// What a task that was just joined has returned.
    TaskValue "task_value" (I64) -> I64;
    /// Waits for the end of a task without joining it (several may) and gives what it returned.
    TaskGet "task_get" (I64) -> I64;
    /// From here to `atomic_end` no other thread runs.
    AtomicBegin "atomic_begin" ();
    /// Others run again.
    AtomicEnd "atomic_end" ();
}
