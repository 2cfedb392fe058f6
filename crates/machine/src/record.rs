//! What all runs of a machine have come to: which parts of the world were looked at, whether there ever was
//! more than one thread, and what was taken for granted that a standard leaves open.
//!
//! A proof by runs is about the world that they were made in. Where nothing looked at a part of it, that is
//! about any world. It is kept here, beside the states, because it is about all runs together: it only grows,
//! and nothing that a run does depends on it.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};

use raceproof_library::World;

use crate::Site;

/// What all runs of a machine have come to.
pub(crate) struct Record {
    /// By site, a bit for each part of the world that was looked at there.
    looks: Vec<AtomicU16>,
    /// Whether a second thread, a task or a lane was ever started.
    has_started: AtomicBool,
    /// Where a lane was started, and one; 0 if none ever was.
    lane: AtomicU32,
    /// Whether signed arithmetic ever wrapped around.
    has_wrapped: AtomicBool,
    /// Whether `main` ever returned while another thread was there.
    has_left: AtomicBool,
}

impl Record {
    /// Of a program with so many operations.
    pub fn new(sites: usize) -> Record {
        Record {
            looks: (0..sites).map(|_| AtomicU16::new(0)).collect(),
            has_started: AtomicBool::new(false),
            lane: AtomicU32::new(0),
            has_wrapped: AtomicBool::new(false),
            has_left: AtomicBool::new(false),
        }
    }

    /// A call looks at a part of the world.
    pub fn look(&self, world: World, site: Site) {
        let bit = 1 << world as u16;
        if let Some(known) = self.looks.get(site.0 as usize)
            && known.load(Ordering::Relaxed) & bit == 0
        {
            known.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// A second thread, a task or a lane is started.
    pub fn start(&self) {
        if !self.has_started.load(Ordering::Relaxed) {
            self.has_started.store(true, Ordering::Relaxed);
        }
    }

    /// A lane is started.
    pub fn start_lane(&self, site: Site) {
        self.start();
        if self.lane.load(Ordering::Relaxed) == 0 {
            self.lane.store(site.0 + 1, Ordering::Relaxed);
        }
    }

    /// Where a lane was started.
    pub fn lane(&self) -> Option<Site> {
        self.lane.load(Ordering::Relaxed).checked_sub(1).map(Site)
    }

    pub fn has_started(&self) -> bool {
        self.has_started.load(Ordering::Relaxed)
    }

    /// Signed arithmetic wraps around.
    #[cold]
    pub fn wrap(&self) {
        self.has_wrapped.store(true, Ordering::Relaxed);
    }

    pub fn has_wrapped(&self) -> bool {
        self.has_wrapped.load(Ordering::Relaxed)
    }

    /// `main` returns, and another thread is still there.
    #[cold]
    pub fn leave(&self) {
        self.has_left.store(true, Ordering::Relaxed);
    }

    pub fn has_left(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
    }

    /// Where this part of the world was looked at.
    pub fn looks(&self, world: World) -> Vec<Site> {
        let bit = 1 << world as u16;
        let all = (0u32..).map(Site).zip(&self.looks);
        let at = all.filter(|(_, known)| known.load(Ordering::Relaxed) & bit != 0);
        at.map(|(site, _)| site).collect()
    }
}
