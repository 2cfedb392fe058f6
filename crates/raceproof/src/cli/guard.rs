//! Limits that hold whatever the work is doing.
//!
//! Engines look at their budget as often as is cheap, but the front end, the making of code and a run of a
//! program that allocates without end do not. So a thread beside the work looks at the clock and at the
//! memory of the process. Over the memory limit it tells the budget first, so that engines end by themselves;
//! where that does not help within [`GRACE`], or a twentieth more memory is used, it prints what was found
//! and covered until then, with the reason, and ends the process: what is known is *unknown* unless there is
//! a race. An allocation that the system refuses ends in the same way, with nothing but the reason.
//!
//! Invariant: exactly one answer is printed. Who prints claims the output first ([`Guard::claim`]).

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use raceproof_engine::{Budget, Exhausted};

use super::form::{Printed, deliver};
use super::{Status, progress};

/// How long work may go on after its limit was reached or it was interrupted.
const GRACE: Duration = Duration::from_millis(600);

/// How often the guard looks.
const PERIOD: Duration = Duration::from_millis(4);

/// The exit status of a process that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// What is printed when a limit ends the work, by its reason, and where it goes.
pub struct LastWords {
    /// The answer in the formats that the user wants and where each goes, and the status that says the same.
    pub answer: Box<dyn Fn(Exhausted) -> (Vec<Printed>, Status) + Send + Sync>,
}

impl LastWords {
    fn say(&self, reason: Exhausted) -> Status {
        let (printed, status) = (self.answer)(reason);
        // The status says the same if the answer cannot be written.
        let _ = deliver(&printed);
        status
    }
}

/// Watches over a piece of work.
pub struct Guard {
    claimed: Arc<AtomicBool>,
}

impl Guard {
    /// Watches from now on: `limit` bytes of memory, and the time limit of the budget.
    pub fn start(budget: &Arc<Budget>, limit: usize, words: LastWords) -> Guard {
        let claimed = Arc::new(AtomicBool::new(false));
        prepare_for_refusal(&words);
        let interrupts = Arc::new(AtomicU32::new(0));
        let (counted, interrupted) = (Arc::clone(&interrupts), Arc::clone(budget));
        let handler = move || {
            if counted.fetch_add(1, Ordering::Relaxed) > 0 {
                end_children();
                std::process::exit(INTERRUPTED);
            }
            interrupted.interrupt();
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            super::complain(&format!("cannot watch for interrupts: {error}"));
        }
        let watch = Watch {
            budget: Arc::clone(budget),
            limit,
            words,
            claimed: Arc::clone(&claimed),
            interrupts,
        };
        // It ends with the process.
        std::thread::spawn(move || watch.run());
        Guard { claimed }
    }

    /// The work is done and its answer will be printed. Does not return if the guard is printing one already.
    pub fn claim(&self) {
        while self.claimed.swap(true, Ordering::AcqRel) {
            std::thread::sleep(GRACE);
        }
    }
}

struct Watch {
    budget: Arc<Budget>,
    limit: usize,
    words: LastWords,
    claimed: Arc<AtomicBool>,
    interrupts: Arc<AtomicU32>,
}

impl Watch {
    fn run(self) {
        let mut interrupted = None;
        let mut full: Option<Instant> = None;
        loop {
            std::thread::sleep(PERIOD);
            if self.claimed.load(Ordering::Acquire) {
                return;
            }
            let resident = resident();
            let is_full = resident > self.limit;
            self.budget.set_full(is_full);
            full = is_full.then(|| full.unwrap_or_else(Instant::now));
            if self.interrupts.load(Ordering::Relaxed) > 0 {
                interrupted = interrupted.or(Some(Instant::now()));
            }
            let is_over = |since: Option<Instant>| since.is_some_and(|since| since.elapsed() > GRACE);
            if resident > self.limit / 20 * 21 || is_over(full) {
                self.end(Exhausted::Memory);
            } else if self.budget.is_overdue(GRACE) {
                self.end(Exhausted::Time);
            } else if is_over(interrupted) {
                self.end(Exhausted::Interrupted);
            }
        }
    }

    /// Prints the answer and ends the process, unless the work has an answer at this moment.
    fn end(&self, reason: Exhausted) {
        if self.claimed.swap(true, Ordering::AcqRel) {
            return;
        }
        end_children();
        progress::end();
        let status = self.words.say(reason);
        std::process::exit(status.0.into());
    }
}

/// Bytes of memory that the process holds.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: usize = text
        .split_whitespace()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    // SAFETY: sysconf has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages.saturating_mul(usize::try_from(size).unwrap_or(4096))
}

/// Ends the preprocessors that are still running.
fn end_children() {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else {
        return;
    };
    for thread in threads.flatten() {
        let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|pid| pid.parse().ok()) {
            // SAFETY: kill has no memory effects; the kernel has just told that this is a child of ours.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
    }
}

/// What a refused allocation prints, made beforehand: there is no memory to make it then.
struct Refusal {
    answer: Vec<u8>,
    /// A name beside the output and the name of the output, if it is a file.
    files: Option<(CString, CString)>,
}

static REFUSAL: std::sync::OnceLock<Vec<Refusal>> = std::sync::OnceLock::new();

/// Makes an allocation that the system refuses end with an answer instead of a signal.
fn prepare_for_refusal(words: &LastWords) {
    let name = |path: &Path, ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(OsStr::new(ending));
        CString::new(name.as_bytes()).ok()
    };
    let refusal = |(path, text): Printed| Refusal {
        answer: text.into_bytes(),
        files: path.and_then(|path| Some((name(&path, ".part")?, name(&path, "")?))),
    };
    let printed = (words.answer)(Exhausted::Memory).0.into_iter();
    if REFUSAL.set(printed.map(refusal).collect()).is_ok() {
        // SAFETY: the handler only calls functions that are safe in signal handlers, on memory that is never
        // freed.
        unsafe { libc::signal(libc::SIGABRT, refused as *const () as libc::sighandler_t) };
    }
}

/// Rust ends a process by this signal when an allocation fails.
extern "C" fn refused(_: libc::c_int) {
    for Refusal { answer, files } in REFUSAL.get().into_iter().flatten() {
        // SAFETY: open, write and rename are safe in signal handlers; the names end with a zero.
        unsafe {
            let file = match files {
                Some((part, _)) => libc::open(
                    part.as_ptr(),
                    libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC,
                    0o666,
                ),
                None => libc::STDOUT_FILENO,
            };
            let mut rest = answer.as_slice();
            while !rest.is_empty() {
                let count = libc::write(file, rest.as_ptr().cast(), rest.len());
                match usize::try_from(count) {
                    Ok(count) if count > 0 => rest = &rest[count..],
                    _ => break,
                }
            }
            if let (Some((part, whole)), true) = (files, rest.is_empty()) {
                libc::rename(part.as_ptr(), whole.as_ptr());
            }
        }
    }
    // SAFETY: _exit is safe in signal handlers.
    unsafe { libc::_exit(Status::UNKNOWN.0.into()) };
}
