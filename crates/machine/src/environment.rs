//! What surrounds the program: its arguments, its environment variables, its input, and the little
//! state that the C library keeps for the whole process.

use std::collections::BTreeMap;

use raceproof_library::World;

use crate::ThreadId;
use crate::sync::work::Sharing;

/// What the program is given; the same for all runs of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `argv`, with the program's name first.
    pub args: Vec<Vec<u8>>,
    /// Environment variables, as `NAME=value`.
    pub variables: Vec<Vec<u8>>,
    /// Whether waits on condition variables end only when somebody wakes them, which POSIX does not promise.
    pub faithful_waits: bool,
    /// Whether blocks of the heap have all the bytes that glibc gives them, which are often more than were
    /// asked for: what a program does that goes a little beyond the end of one.
    pub roomy: bool,
    /// Contents of standard input.
    pub stdin: Vec<u8>,
    /// Files that can be read, by name. Others there are none, or they are a gap.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// The user whom the program runs as; an ordinary one if none is said.
    pub user: Option<u32>,
    /// Whether the standard streams are a terminal.
    pub terminal: bool,
    /// When signals arrive that have a handler.
    pub signals: Signals,
    /// What arrives at each socket, a few times for each thread. Nothing does if there is none.
    pub network: Option<Vec<u8>>,
    /// Whether `fork` gives the child, as long as there is one thread only.
    pub child: bool,
    /// How many processors the program is told of; four if none is said.
    pub processors: Option<u32>,
    /// The parts of the world that may be anything: what the program finds there is what this configuration
    /// says, but counts as an input for engines that follow inputs.
    pub open: Vec<World>,
    /// Whether code that nobody has given accesses nothing, where it would be assumed to.
    pub without_assumed: bool,
    /// Whether a call of such code is a gap.
    pub needs_all_code: bool,
    /// Whether there are no files to read, so that looking for one fails. Otherwise it is a gap.
    pub without_files: bool,
    /// How many threads there may be, the first one counted; as many as there is room for if none. One more
    /// is a gap.
    pub most_threads: Option<u32>,
    /// How names are given to threads and tasks.
    pub naming: Naming,
}

/// When signals arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signals {
    /// Never.
    #[default]
    Never,
    /// As soon as their handlers are set, and whenever they do late.
    Soon,
    /// In each thread when it starts, and where a thread waits for one.
    Late,
}

/// How names are given to threads and tasks: those of tasks that are over are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming {
    /// So many threads are made before that: names that are not used twice are easier to follow.
    pub fresh: u32,
    /// So many places there are for threads and tasks, which memory of their own goes with; at most, and
    /// unless told otherwise, as many as the names of objects have room for.
    pub places: u32,
}

impl Default for Naming {
    fn default() -> Naming {
        Naming {
            fresh: 128,
            places: crate::pointer::THREADS,
        }
    }
}

/// State of the C library that is not in objects of the program. Part of the state of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Environment {
    /// How many bytes of standard input have been read.
    pub stdin: u64,
    /// Whether a read met the end of standard input.
    pub stdin_end: bool,
    /// Seed of `rand`, or the state of its generator; empty before the first use.
    pub random: Vec<u32>,
    /// Where `strtok` goes on.
    pub strtok: u64,
    /// Functions given to `atexit`, in order.
    pub at_exit: Vec<u64>,
    /// Destructors of the keys of thread-specific data.
    pub destructors: Vec<u64>,
    /// Named objects that the library made (static buffers such as that of `asctime`), by number.
    pub objects: Vec<u64>,
    /// Constructs whose works are being shared, by team and number.
    pub sharings: Vec<Sharing>,
    /// What was opened, by number.
    pub descriptors: BTreeMap<i32, Descriptor>,
    /// How many mappings of files there are, and whether what is written to one of them is seen by others.
    pub mappings: (u32, bool),
    /// Variables that the program has set: where their values are, or zero.
    pub variables: BTreeMap<Vec<u8>, u64>,
}

/// What a number that stands for something open stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// What is open.
    pub kind: Opened,
    /// How much of a file was read.
    pub position: u64,
    /// Whether waiting for it is an error.
    pub nonblocking: bool,
    /// What `epoll` looks at: the descriptor, the events, what it tells, and the thread that asked for it.
    pub watched: Vec<(i32, u32, u64, ThreadId)>,
}

/// What a descriptor is open for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opened {
    /// Standard input.
    Input,
    /// Standard output or error.
    Output,
    /// A file that is read, by its number among those that there are.
    File(u64),
    /// A file of this name that is written.
    Written(Vec<u8>),
    /// A socket.
    Socket,
    /// A pipe, or something else through which threads or processes tell each other something.
    Pipe,
    /// A way between threads of the program: the channels that are read from and written to, if there are.
    Channel {
        /// What `read` takes from.
        reads: Option<u8>,
        /// What `write` puts into.
        writes: Option<u8>,
    },
    /// A device that gives bytes without an end.
    Source,
    /// A clock.
    Timer,
    /// A set of descriptors to wait for.
    Poll,
    /// Something that nothing comes from.
    Quiet,
}

impl Descriptor {
    /// One that was just opened.
    pub fn new(kind: Opened) -> Descriptor {
        Descriptor {
            kind,
            position: 0,
            nonblocking: false,
            watched: Vec::new(),
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        let (kind, number, name): (u64, u64, &[u8]) = match &self.kind {
            Opened::Input => (0, 0, &[]),
            Opened::Output => (1, 0, &[]),
            Opened::File(number) => (2, *number, &[]),
            Opened::Written(name) => (3, 0, name),
            Opened::Socket => (4, 0, &[]),
            Opened::Pipe => (5, 0, &[]),
            Opened::Source => (6, 0, &[]),
            Opened::Timer => (7, 0, &[]),
            Opened::Poll => (8, 0, &[]),
            Opened::Quiet => (9, 0, &[]),
            Opened::Channel { reads, writes } => {
                let number = |end: Option<u8>| end.map_or(0, |end| u64::from(end) + 1);
                (10, number(*reads) | number(*writes) << 16, &[])
            }
        };
        let numbers = [kind, number, self.position, u64::from(self.nonblocking)];
        numbers.iter().for_each(|v| out.extend(v.to_le_bytes()));
        text(out, name);
        out.extend((self.watched.len() as u32).to_le_bytes());
        for (fd, events, data, thread) in &self.watched {
            out.extend(fd.to_le_bytes());
            out.extend(events.to_le_bytes());
            out.extend(data.to_le_bytes());
            out.extend(thread.0.to_le_bytes());
        }
    }

    fn decode(bytes: &mut &[u8]) -> Descriptor {
        let numbers = [(); 4].map(|()| word(bytes, 8));
        let name = take_text(bytes);
        let kind = match numbers[0] {
            0 => Opened::Input,
            1 => Opened::Output,
            2 => Opened::File(numbers[1]),
            3 => Opened::Written(name),
            4 => Opened::Socket,
            5 => Opened::Pipe,
            6 => Opened::Source,
            7 => Opened::Timer,
            8 => Opened::Poll,
            10 => {
                let end = |at: u32| (numbers[1] >> at & 0xffff).checked_sub(1).map(|end| end as u8);
                Opened::Channel {
                    reads: end(0),
                    writes: end(16),
                }
            }
            _ => Opened::Quiet,
        };
        let count = word(bytes, 4);
        let mut watched = Vec::new();
        for _ in 0..count {
            let (fd, events) = (word(bytes, 4) as i32, word(bytes, 4) as u32);
            let (data, thread) = (word(bytes, 8), ThreadId(word(bytes, 4) as u32));
            watched.push((fd, events, data, thread));
        }
        Descriptor {
            kind,
            position: numbers[2],
            nonblocking: numbers[3] != 0,
            watched,
        }
    }
}

fn text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}

fn take_text(bytes: &mut &[u8]) -> Vec<u8> {
    let length = word(bytes, 4) as usize;
    let (head, tail) = bytes.split_at(length.min(bytes.len()));
    *bytes = tail;
    head.to_vec()
}

impl Environment {
    /// Appends the canonical bytes of it.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.stdin.to_le_bytes());
        out.push(u8::from(self.stdin_end));
        out.extend(self.strtok.to_le_bytes());
        for list in [&self.at_exit, &self.destructors, &self.objects] {
            out.extend((list.len() as u32).to_le_bytes());
            list.iter().for_each(|v| out.extend(v.to_le_bytes()));
        }
        out.extend((self.sharings.len() as u32).to_le_bytes());
        for sharing in &self.sharings {
            sharing.encode(|v| out.extend(v.to_le_bytes()));
        }
        out.extend((self.descriptors.len() as u32).to_le_bytes());
        for (number, descriptor) in &self.descriptors {
            out.extend(number.to_le_bytes());
            descriptor.encode(out);
        }
        out.extend(self.mappings.0.to_le_bytes());
        out.push(u8::from(self.mappings.1));
        out.extend((self.variables.len() as u32).to_le_bytes());
        for (name, place) in &self.variables {
            text(out, name);
            out.extend(place.to_le_bytes());
        }
        self.random.iter().for_each(|v| out.extend(v.to_le_bytes()));
    }

    /// Restores what [`Environment::encode`] wrote.
    pub fn decode(mut bytes: &[u8]) -> Environment {
        let mut environment = Environment {
            stdin: word(&mut bytes, 8),
            stdin_end: word(&mut bytes, 1) != 0,
            strtok: word(&mut bytes, 8),
            ..Environment::default()
        };
        let count = word(&mut bytes, 4);
        environment.at_exit = (0..count).map(|_| word(&mut bytes, 8)).collect();
        let count = word(&mut bytes, 4);
        environment.destructors = (0..count).map(|_| word(&mut bytes, 8)).collect();
        let count = word(&mut bytes, 4);
        environment.objects = (0..count).map(|_| word(&mut bytes, 8)).collect();
        let count = word(&mut bytes, 4);
        environment.sharings = (0..count)
            .map(|_| Sharing::decode(|| word(&mut bytes, 8)))
            .collect();
        for _ in 0..word(&mut bytes, 4) {
            let number = word(&mut bytes, 4) as i32;
            let descriptor = Descriptor::decode(&mut bytes);
            environment.descriptors.insert(number, descriptor);
        }
        environment.mappings = (word(&mut bytes, 4) as u32, word(&mut bytes, 1) != 0);
        for _ in 0..word(&mut bytes, 4) {
            let name = take_text(&mut bytes);
            environment.variables.insert(name, word(&mut bytes, 8));
        }
        while !bytes.is_empty() {
            environment.random.push(word(&mut bytes, 4) as u32);
        }
        environment
    }
}

/// Takes a little-endian number of `n` bytes off the front.
fn word(bytes: &mut &[u8], n: usize) -> u64 {
    let (head, tail) = bytes.split_at(n.min(bytes.len()));
    *bytes = tail;
    head.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b))
}
