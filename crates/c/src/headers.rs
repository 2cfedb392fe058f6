//! Our own headers, which stand before the system's.
//!
//! They are those of runtimes of ours, and those that change something in a header of the system, which they
//! include: macros that would hide what a program does behind what one C library happens to be made of.
//!
//! They are part of the program file and are written to a directory of the user for the preprocessor
//! to read. The name of the directory holds a hash of all of them, so that versions do not mix; each
//! file is put there by renaming a complete one, so that processes that run at the same time do not
//! see half a file; a file that is missing or of another size is written again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

macro_rules! headers {
    ($($name:literal)*) => {
        /// Names and texts.
        pub static HEADERS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../include/", $name)))),*];
    };
}

headers! {
    "assert.h" "cilk/cilk.h" "cilk/cilk_api.h" "complex.h" "ctype.h" "gnu/stubs-32.h" "omp.h" "pthread.h" "stdatomic.h" "tgmath.h"
}

fn hash() -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (name, text) in HEADERS {
        for byte in name.bytes().chain(text.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

/// The directory that holds the headers, written now if need be.
pub fn directory() -> io::Result<&'static Path> {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    if let Some(directory) = DIRECTORY.get() {
        return Ok(directory);
    }
    let directory = install()?;
    Ok(DIRECTORY.get_or_init(|| directory))
}

fn install() -> io::Result<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let user = user_id();
    let base = std::env::temp_dir();
    let directory = base.join(format!("raceproof-headers-{version}-{user:x}-{:016x}", hash()));
    if make_private(&directory, user)? {
        fill(&directory)?;
        return Ok(directory);
    }
    // Somebody else made a directory of that name. What it holds is not to be trusted.
    let own = base.join(format!("raceproof-headers-{version}-{user:x}-{}", unique()));
    if make_private(&own, user)? {
        fill(&own)?;
        return Ok(own);
    }
    Err(io::Error::other(
        "the temporary directory holds files of somebody else in our name",
    ))
}

fn fill(directory: &Path) -> io::Result<()> {
    for (name, text) in HEADERS {
        let path = directory.join(name);
        let is_there = fs::metadata(&path).is_ok_and(|meta| meta.len() == text.len() as u64);
        if is_there {
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let temporary = directory.join(format!("{}.new", unique()));
        fs::write(&temporary, text)?;
        fs::rename(&temporary, &path)?;
    }
    Ok(())
}

/// A name that no other process or thread uses now.
fn unique() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos());
    format!("{:x}-{count:x}-{time:x}", std::process::id())
}

#[cfg(unix)]
fn user_id() -> u32 {
    use std::os::unix::fs::MetadataExt;
    // The owner of what only the user has: the process where it is a file, else the home.
    let process = fs::metadata("/proc/self");
    let home = || std::env::home_dir().and_then(|home| fs::metadata(home).ok());
    process.ok().or_else(home).map_or(u32::MAX, |meta| meta.uid())
}

#[cfg(not(unix))]
fn user_id() -> u32 {
    0
}

/// Makes a directory that only the user can write to; false if there is one that others can.
#[cfg(unix)]
fn make_private(directory: &Path, user: u32) -> io::Result<bool> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    match fs::DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let meta = fs::symlink_metadata(directory)?;
    let is_own = user == u32::MAX || meta.uid() == user;
    Ok(meta.is_dir() && is_own && meta.mode() & 0o022 == 0)
}

#[cfg(not(unix))]
fn make_private(directory: &Path, _: u32) -> io::Result<bool> {
    fs::create_dir_all(directory)?;
    Ok(true)
}
