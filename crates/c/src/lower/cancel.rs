//! Points of cancellation: where a thread ends that another one has canceled.
//!
//! They are there only in programs that call `pthread_cancel`, which brings the part in C with it that keeps
//! the requests. A thread may be canceled before and after a call that waits: a wait on a condition variable
//! may end at any time then, as POSIX allows anyway, and a wait for a semaphore tries again and again.
//! Waiting for the world is a gap of the machine then, since a request would end it.

use raceproof_ir::{Callee, Inst, Kind, Operand, Origin, Span, SyncOp};
use raceproof_library::{World, find};

use super::FunctionLowering;
use super::convert::constant;

/// Functions that must be points of cancellation.
const POINTS: &[&str] = &[
    "accept",
    "aio_suspend",
    "clock_nanosleep",
    "close",
    "cnd_timedwait",
    "cnd_wait",
    "connect",
    "creat",
    "fcntl",
    "fdatasync",
    "fsync",
    "lockf",
    "mq_receive",
    "mq_send",
    "mq_timedreceive",
    "mq_timedsend",
    "msgrcv",
    "msgsnd",
    "msync",
    "nanosleep",
    "open",
    "openat",
    "pause",
    "poll",
    "pread",
    "pselect",
    "pthread_cond_clockwait",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_join",
    "pwrite",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "sem_clockwait",
    "sem_timedwait",
    "sem_wait",
    "send",
    "sendmsg",
    "sendto",
    "sigsuspend",
    "sigtimedwait",
    "sigwait",
    "sigwaitinfo",
    "sleep",
    "tcdrain",
    "thrd_join",
    "thrd_sleep",
    "usleep",
    "wait",
    "waitid",
    "waitpid",
    "write",
    "writev",
];

/// The part's functions.
pub(super) const POINT: &str = "__raceproof_cancel_point";
const PERHAPS: &str = "__raceproof_cancel_perhaps";

impl FunctionLowering<'_, '_> {
    /// Whether threads can be canceled, in code of the program.
    pub(crate) fn can_cancel(&self) -> bool {
        self.program.cancels && !matches!(self.code.function.origin, Origin::Runtime(_))
    }

    /// A call of this function of the library begins or is over: the thread may end there.
    pub(crate) fn cancellation_point(&mut self, name: &str, span: Span) {
        if !self.can_cancel() {
            return;
        }
        let Some(found) = find(name) else {
            return;
        };
        let row = found.row;
        if POINTS.contains(&row.name) {
            self.call_defined(POINT, span);
        } else if row.ends.is_none()
            && matches!(
                row.world,
                Some(World::Input | World::Files | World::Network | World::Output)
            )
        {
            self.call_defined(PERHAPS, span);
        }
    }

    /// A call of a function of the part that takes a number and the address of another one, if it is there.
    pub(crate) fn set_cancellation(
        &mut self,
        name: &str,
        new: Operand,
        old: Operand,
        span: Span,
    ) -> Option<Operand> {
        let id = self.program.find_function(name, true)?;
        let callee = Callee::Function(self.program.function(id));
        let dst = self.temporary(Kind::I32);
        let args = vec![new, old];
        self.emit(
            Inst::Call {
                dst: Some(dst),
                callee,
                args,
            },
            span,
        );
        Some(Operand::Reg(dst))
    }

    /// A wait that a cancellation may end.
    pub(crate) fn cancellable_wait(&mut self, op: SyncOp, args: Vec<Operand>, span: Span) -> Operand {
        let zero = constant(Kind::I32, 0);
        if op == SyncOp::CondWait {
            self.sync(SyncOp::CondTimedWait, args, None, span);
            return zero;
        }
        let head = self.code.new_block();
        let after = self.code.new_block();
        self.code.jump(head, span);
        self.code.start(head);
        self.call_defined(POINT, span);
        let taken = self.temporary(Kind::I32);
        self.sync(SyncOp::SemTimedWait, args, Some(taken), span);
        let failed = self.is_not_zero(Operand::Reg(taken), span);
        self.code.branch(failed, head, after, span);
        self.code.start(after);
        zero
    }
}
