//! Workers that search one graph together, and what they send each other.
//!
//! A worker is a thread of this process or another process; a search cannot tell which. Messages are bytes
//! that mean the same to everybody. Those of one worker to another come in their order and none is lost:
//! where that cannot be kept up, [`Exchange::receive`] says so from then on, and the search ends without an
//! answer.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// One worker's end of what connects all workers.
pub trait Exchange: Send {
    /// Its number.
    fn index(&self) -> u32;

    /// How many workers there are.
    fn count(&self) -> u32;

    /// Sends a message to a worker, which is not this one.
    fn send(&mut self, to: u32, message: Vec<u8>);

    /// The next message and who sent it; none if none comes within this time.
    fn receive(&mut self, patience: Duration) -> Result<Option<(u32, Vec<u8>)>, Broken>;

    /// Tells the others how many states this worker has. Gives how many all have, as far as that is known
    /// here.
    fn tell(&mut self, states: u64) -> u64;
}

/// Why workers cannot hear each other any more, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(pub String);

/// A worker's part in the searches that all workers make, one after the other. Messages of a search that is
/// over are dropped, and those of one that others have begun wait for this worker to begin it too.
pub struct Party {
    exchange: Box<dyn Exchange>,
    /// The number of the search.
    search: u32,
    /// Messages of later searches.
    early: VecDeque<(u32, Vec<u8>)>,
}

impl Party {
    /// Takes part by this end.
    pub fn new(exchange: Box<dyn Exchange>) -> Party {
        Party {
            exchange,
            search: 0,
            early: VecDeque::new(),
        }
    }

    /// The next search begins.
    pub fn begin(&mut self) {
        self.search += 1;
    }

    /// The number of this worker.
    pub fn index(&self) -> u32 {
        self.exchange.index()
    }

    /// How many workers there are.
    pub fn count(&self) -> u32 {
        self.exchange.count()
    }

    /// Sends a message of this search to another worker.
    pub fn send(&mut self, to: u32, message: &[u8]) {
        let mut bytes = Vec::with_capacity(NUMBER + message.len());
        bytes.extend(self.search.to_le_bytes());
        bytes.extend_from_slice(message);
        self.exchange.send(to, bytes);
    }

    /// The next message of this search, behind [`NUMBER`] bytes, and who sent it; none if none comes within
    /// about this time.
    pub fn receive(&mut self, patience: Duration) -> Result<Option<(u32, Vec<u8>)>, Broken> {
        for i in 0..self.early.len() {
            if number(&self.early[i].1) == Some(self.search) {
                return Ok(self.early.remove(i));
            }
        }
        while let Some((from, message)) = self.exchange.receive(patience)? {
            match number(&message) {
                None => return Err(Broken(format!("process {from} sent too short a message"))),
                Some(search) if search > self.search => self.early.push_back((from, message)),
                Some(search) if search < self.search => {}
                Some(_) => return Ok(Some((from, message))),
            }
        }
        Ok(None)
    }

    /// See [`Exchange::tell`].
    pub fn tell(&mut self, states: u64) -> u64 {
        self.exchange.tell(states)
    }
}

/// How many bytes a message begins with that say which search it is of.
pub const NUMBER: usize = 4;

fn number(message: &[u8]) -> Option<u32> {
    message.first_chunk().map(|number| u32::from_le_bytes(*number))
}

/// Who may work on a search.
#[derive(Clone)]
pub enum Workers {
    /// So many threads of this process.
    Threads(u32),
    /// This process and others.
    Cluster(Arc<Mutex<Party>>),
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Workers::Threads(count) => write!(f, "{count} threads"),
            Workers::Cluster(_) => write!(f, "a cluster"),
        }
    }
}

impl Default for Workers {
    fn default() -> Workers {
        Workers::Threads(1)
    }
}

/// The end of a thread.
pub struct Lane {
    index: u32,
    others: Vec<Sender<(u32, Vec<u8>)>>,
    inbox: Receiver<(u32, Vec<u8>)>,
    shared: Arc<Shared>,
}

/// What the threads share.
struct Shared {
    states: Vec<AtomicU64>,
    /// Whether one of them has ended: then the search is over, or it never will be.
    is_closed: AtomicBool,
}

/// Connects so many threads.
pub fn lanes(count: u32) -> Vec<Lane> {
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let shared = Arc::new(Shared {
        states: (0..count).map(|_| AtomicU64::new(0)).collect(),
        is_closed: AtomicBool::new(false),
    });
    let lane = |(index, inbox)| Lane {
        index,
        others: senders.clone(),
        inbox,
        shared: Arc::clone(&shared),
    };
    (0..count).zip(inboxes).map(lane).collect()
}

impl Exchange for Lane {
    fn index(&self) -> u32 {
        self.index
    }

    fn count(&self) -> u32 {
        self.others.len() as u32
    }

    fn send(&mut self, to: u32, message: Vec<u8>) {
        // A worker that has ended needs no more messages: it ends when the search does.
        let _ = self.others[to as usize].send((self.index, message));
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u32, Vec<u8>)>, Broken> {
        let is_closed = self.shared.is_closed.load(Ordering::Acquire);
        match self.inbox.recv_timeout(patience) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) if !is_closed => Ok(None),
            Err(_) => Err(Broken("a worker has ended".to_owned())),
        }
    }

    fn tell(&mut self, states: u64) -> u64 {
        self.shared.states[self.index as usize].store(states, Ordering::Relaxed);
        let states = self.shared.states.iter();
        states.map(|states| states.load(Ordering::Relaxed)).sum()
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Release);
    }
}
