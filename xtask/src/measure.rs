//! Runs a program under a time limit and measures what it used.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a run did and used.
#[derive(Debug)]
pub struct Run {
    /// How it ended; none if the time limit did it.
    pub status: Option<ExitStatus>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time in user mode.
    pub user: Duration,
    /// The most memory it held, in bytes.
    pub peak: u64,
}

/// Runs a command to its end, or kills it and its children when the limit is over.
pub fn run(command: &mut Command, limit: Duration) -> Result<Run, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let explain = |error: std::io::Error| format!("cannot run {name}: {error}");
    command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(explain)?;
    let pid = libc::pid_t::try_from(child.id()).map_err(|_| format!("{name}: strange process id"))?;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let (done, over) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        let timed_out = over
            .recv_timeout(limit)
            .is_err_and(|e| e == std::sync::mpsc::RecvTimeoutError::Timeout);
        if timed_out {
            // SAFETY: kill has no memory effects. The child leads the group `pid`, and it is reaped
            // only after this thread has ended, so the number is still its own.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
        timed_out
    });
    await_end(pid).map_err(explain)?;
    let wall = start.elapsed();
    drop(done);
    let timed_out = watch.join().unwrap_or(false);
    let (status, usage) = reap(pid).map_err(explain)?;
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    Ok(Run {
        status: (!timed_out).then_some(status),
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        wall,
        user: time(usage.ru_utime),
        peak: usage.ru_maxrss as u64 * 1024,
    })
}

/// Reads a pipe to its end beside everything else, so that the child never waits for us.
fn drain<R: Read + Send + 'static>(pipe: Option<R>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is all there is to know.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Waits for the end of a child without reaping it.
fn await_end(pid: libc::pid_t) -> std::io::Result<()> {
    let id = libc::id_t::try_from(pid).map_err(std::io::Error::other)?;
    retry(|| {
        // SAFETY: siginfo_t is a plain C struct, for which all bits zero is a value.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: the pointer is to a live local of the right type.
        unsafe { libc::waitid(libc::P_PID, id, &raw mut info, libc::WEXITED | libc::WNOWAIT) }
    })
}

fn reap(pid: libc::pid_t) -> std::io::Result<(ExitStatus, libc::rusage)> {
    let mut status = 0;
    // SAFETY: rusage is a plain C struct of integers, for which all bits zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals of the right types.
    retry(|| unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) })?;
    Ok((ExitStatus::from_raw(status), usage))
}

/// Calls until no signal interrupts the call.
fn retry(mut call: impl FnMut() -> libc::c_int) -> std::io::Result<()> {
    loop {
        if call() >= 0 {
            return Ok(());
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
