//! Natives over a small memory: each test makes a [`World`], puts bytes into it and calls by name.

mod claims;
mod judge;
mod streams;
mod strings;

use super::format::tests::run_c;
use super::lookup;
use crate::memory::ObjectKind;
use crate::record::Record;
use crate::state::State;
use crate::{
    Access, Config, Context, FaultKind, Flow, LOCALS, Memory, ObjectId, Pointer, Sink, Site, Stop, Stream,
    ThreadId,
};
use raceproof_ir::{Global, GlobalId, Program};

/// What a test sees of a run.
#[derive(Default)]
struct Log {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    accesses: Vec<(u64, u32, bool)>,
    made: Vec<ObjectId>,
    freed: Vec<ObjectId>,
}

impl Sink for Log {
    fn access(&mut self, _: ThreadId, access: Access) {
        let at = Pointer::new(access.object, access.start);
        self.accesses.push((at.0, access.length, access.write));
    }
    fn allocated(&mut self, _: ThreadId, object: ObjectId, _: Site) {
        self.made.push(object);
    }
    fn released(&mut self, _: ThreadId, object: ObjectId, _: u32, _: Site) {
        self.freed.push(object);
    }
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(bytes),
            Stream::Stderr => self.stderr.extend_from_slice(bytes),
            Stream::File => {}
        }
    }
}

struct World {
    program: Program,
    config: Config,
    state: State,
    log: Log,
    pointer_size: u32,
}

impl World {
    fn new() -> World {
        Self::with_pointer_size(8)
    }

    fn with_pointer_size(pointer_size: u32) -> World {
        let mut state = State {
            memory: Memory::new(pointer_size == 4),
            ..State::default()
        };
        state.threads.push(Box::default());
        World {
            program: Program::default(),
            config: Config::default(),
            state,
            log: Log::default(),
            pointer_size,
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let kind = ObjectKind::Heap(Site::START);
        let memory = &mut self.state.memory;
        let id = memory
            .allocate(ThreadId::MAIN, bytes.len() as u64, 16, kind, true)
            .expect("room");
        memory.store(Pointer::new(id, 0), bytes).expect("in bounds");
        Pointer::new(id, 0).0
    }

    fn text(&mut self, text: &str) -> u64 {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }

    /// A block of variable arguments.
    fn block(&mut self, cells: &[u64]) -> u64 {
        let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        self.bytes(&bytes)
    }

    /// A `FILE *` of a standard stream.
    fn file(&mut self, name: &str) -> u64 {
        let global = GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name: name.to_owned(),
            size: 8,
            align: 8,
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: false,
            thread_local: false,
            shape: None,
            origin: raceproof_ir::Origin::Program,
            role: None,
            span: raceproof_ir::Span::default(),
        });
        let kind = ObjectKind::Global(global);
        let id = self
            .state
            .memory
            .allocate(ThreadId::MAIN, 8, 8, kind, true)
            .expect("room");
        Pointer::new(id, 0).0
    }

    fn peek(&self, p: u64, length: u32) -> Vec<u8> {
        self.state
            .memory
            .load(Pointer(p), length)
            .expect("in bounds")
            .to_vec()
    }

    fn string(&self, p: u64) -> String {
        let length = self.state.memory.string_length(Pointer(p)).expect("a string");
        String::from_utf8_lossy(&self.peek(p, length)).into_owned()
    }

    fn word(&self, p: u64, size: u32) -> u64 {
        self.peek(p, size)
            .iter()
            .rev()
            .fold(0, |v, &b| v << 8 | u64::from(b))
    }

    /// Calls a native; `answer` gives the results of the functions that it calls.
    fn run(
        &mut self,
        name: &str,
        args: &[u64],
        mut answer: impl FnMut(&World, [u64; 4]) -> u64,
    ) -> Result<u64, Stop> {
        let native = lookup(name).unwrap_or_else(|| panic!("no native {name}"));
        let mut registers = args.to_vec();
        registers.resize(args.len() + LOCALS, 0);
        self.state.threads[0].registers = registers;
        let mut resumed = None;
        loop {
            let flow = native(&mut Context {
                name,
                program: &self.program,
                config: &self.config,
                record: &Record::new(0),
                state: &mut self.state,
                sink: &mut self.log,
                thread: ThreadId::MAIN,
                site: Site(7),
                base: 0,
                count: args.len(),
                resumed,
                pointer_size: self.pointer_size,
                weak_atomics: false,
            })?;
            match flow {
                Flow::Return(value) => return Ok(value),
                Flow::Call { args, .. } => resumed = Some(answer(self, args)),
                Flow::Exit(status) => return Ok(status as u64),
                Flow::Wait => panic!("{name} waits"),
            }
        }
    }

    fn call(&mut self, name: &str, args: &[u64]) -> u64 {
        self.run(name, args, |_, _| panic!("unexpected call"))
            .unwrap_or_else(|stop| panic!("{name}: {stop:?}"))
    }

    fn fault(&mut self, name: &str, args: &[u64]) -> FaultKind {
        match self.run(name, args, |_, _| 0) {
            Err(Stop::Fault(fault)) => fault.kind,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn errno(&mut self) -> u64 {
        let place = self.call("__errno_location", &[]);
        self.word(place, 4)
    }
}

#[test]
fn the_heap() {
    let mut world = World::new();
    let p = world.call("malloc", &[4]);
    let q = world.call("calloc", &[2, 8]);
    assert_eq!(world.peek(q, 16), [0; 16]);
    world.state.memory.store(Pointer(p), b"abcd").expect("in bounds");
    let r = world.call("realloc", &[p, 10]);
    assert_eq!(world.peek(r, 4), b"abcd");
    assert!(matches!(world.fault("free", &[p]), FaultKind::DoubleFree { .. }));
    assert!(matches!(
        world.fault("realloc", &[p, 3]),
        FaultKind::DoubleFree { .. }
    ));
    assert!(matches!(world.fault("free", &[r + 1]), FaultKind::InvalidFree(_)));
    world.call("free", &[0]);
    assert_eq!(world.call("malloc", &[u64::MAX]), 0);
    assert_eq!(world.errno(), 12);
    assert_eq!(world.call("calloc", &[u64::MAX, 2]), 0);
    let place = world.bytes(&[0; 8]);
    assert_eq!(world.call("posix_memalign", &[place, 3, 8]), 22);
    assert_eq!(world.call("posix_memalign", &[place, 64, 8]), 0);
    assert_ne!(world.word(place, 8), 0);
}

#[test]
fn sorting_and_searching() {
    let mut world = World::new();
    for length in [0u64, 1, 2, 3, 7, 8, 33, 100] {
        // The low byte is the key; the high byte shows that the order of equals is kept.
        let items: Vec<u16> = (0..length)
            .map(|i| ((i << 8) | ((i * 37 + 11) % 13)) as u16)
            .collect();
        let bytes: Vec<u8> = items.iter().flat_map(|i| i.to_le_bytes()).collect();
        let array = world.bytes(&bytes);
        let compare = |world: &World, args: [u64; 4]| {
            (world.word(args[0], 1) as i32 - world.word(args[1], 1) as i32) as u32 as u64
        };
        world
            .run("qsort", &[array, length, 2, 1], compare)
            .expect("sorts");
        let mut expect = items.clone();
        expect.sort_by_key(|i| i & 0xff);
        let expect: Vec<u8> = expect.iter().flat_map(|i| i.to_le_bytes()).collect();
        assert_eq!(world.peek(array, 2 * length as u32), expect, "{length} items");
        let key = world.bytes(&[11]);
        let found = world
            .run("bsearch", &[key, array, length, 2, 1], compare)
            .expect("searches");
        assert_eq!(found != 0, length > 0, "{length} items");
        if found != 0 {
            assert_eq!(world.word(found, 1), 11);
        }
    }
}

#[test]
fn random_numbers_are_those_of_glibc() {
    let mut world = World::new();
    let mut ours = String::new();
    let mut draw = |world: &mut World, name: &str, n: usize| {
        for _ in 0..n {
            ours.push_str(&format!("{} ", world.call(name, &[])));
        }
    };
    draw(&mut world, "rand", 5);
    world.call("srand", &[42]);
    draw(&mut world, "rand", 40);
    let state = world.bytes(&[0x0e, 0x33, 7, 0, 0, 0]);
    for _ in 0..3 {
        ours.push_str(&format!("{} ", world.call("nrand48", &[state])));
    }
    let seed = world.bytes(&[9, 0, 0, 0]);
    for _ in 0..3 {
        ours.push_str(&format!("{} ", world.call("rand_r", &[seed])));
    }
    let judge = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    srand(42);
    for (int i = 0; i < 40; i++) printf("%d ", rand());
    srand48(7);
    for (int i = 0; i < 3; i++) printf("%ld ", lrand48());
    unsigned seed = 9;
    for (int i = 0; i < 3; i++) printf("%d ", rand_r(&seed));
    return 0;
}"#;
    if let Some(theirs) = run_c("rand", judge, "") {
        assert_eq!(ours, theirs);
    }
}

#[test]
fn mathematics() {
    let mut world = World::new();
    let mut call = |name: &str, args: &[f64]| {
        let args: Vec<u64> = args.iter().map(|x| x.to_bits()).collect();
        f64::from_bits(world.call(name, &args))
    };
    assert_eq!(call("sqrt", &[2.0]), 2f64.sqrt());
    assert_eq!(call("powl", &[2.0, 10.0]), 1024.0);
    assert_eq!(call("ceil", &[1.2]), 2.0);
    assert_eq!(call("ceill", &[1.2]), 2.0);
    assert_eq!(call("erf", &[0.0]), 0.0);
    assert_eq!(call("fmod", &[-7.0, 3.0]), -1.0);
    assert_eq!(call("nextafter", &[0.0, 1.0]), 5e-324);
    assert_eq!(call("logb", &[5e-324]), -1074.0);
    assert_eq!(
        f32::from_bits(world.call("sqrtf", &[u64::from(2f32.to_bits())]) as u32),
        2f32.sqrt()
    );
    let place = world.bytes(&[0; 8]);
    assert_eq!(f64::from_bits(world.call("frexp", &[8f64.to_bits(), place])), 0.5);
    assert_eq!(world.word(place, 4), 4);
    assert_eq!(
        f64::from_bits(world.call("modf", &[(-2.5f64).to_bits(), place])),
        -0.5
    );
    assert_eq!(f64::from_bits(world.word(place, 8)), -2.0);
    assert_eq!(world.call("lround", &[(-2.5f64).to_bits()]) as i64, -3);
    assert_eq!(world.call("lrint", &[2.5f64.to_bits()]) as i64, 2);
    assert_eq!(world.call("isinf", &[f64::NEG_INFINITY.to_bits()]) as i32, -1);
    assert_eq!(world.call("__isnanf", &[u64::from(f32::NAN.to_bits())]), 1);
    assert_eq!(world.call("__fpclassify", &[5e-324f64.to_bits()]), 3);
    world.call("log", &[(-1f64).to_bits()]);
    assert_eq!(world.errno(), 33);
}

#[test]
fn the_end_of_the_program() {
    let mut world = World::new();
    world.call("atexit", &[111]);
    world.call("atexit", &[222]);
    let mut calls = 0;
    let status = world.run("exit", &[3], |_, _| {
        calls += 1;
        0
    });
    assert_eq!((status.expect("ends"), calls), (3, 2));
    assert!(matches!(world.fault("abort", &[]), FaultKind::Abort(_)));
    assert!(matches!(world.fault("raise", &[11]), FaultKind::Abort(_)));
    world.call("signal", &[11, 333]);
    assert_eq!(world.run("raise", &[11], |_, args| args[0]), Ok(0));
    let (condition, file) = (world.text("x > 0"), world.text("a.c"));
    let fault = world.fault("__assert_fail", &[condition, file, 12, file]);
    assert_eq!(fault, FaultKind::Assertion("x > 0 (a.c:12)".to_owned()));
}

#[test]
fn time_passes_only_when_looked_at() {
    let mut world = World::new();
    let first = world.call("time", &[0]);
    world.call("sleep", &[5]);
    assert_eq!(world.call("time", &[0]), first + 5);
    let place = world.bytes(&first.to_le_bytes());
    let broken = world.call("gmtime", &[place]);
    assert_eq!(world.word(broken + 20, 4), 123);
    assert_eq!(world.call("mktime", &[broken]), first);
    let text = world.call("ctime", &[place]);
    assert_eq!(world.string(text), "Tue Nov 14 22:13:20 2023\n");
}

#[test]
fn variables_and_messages() {
    let mut world = World::new();
    world.config.variables = vec![b"A=1".to_vec(), b"HOME=/root".to_vec()];
    let (home, none) = (world.text("HOME"), world.text("HOM"));
    let value = world.call("getenv", &[home]);
    assert_eq!(world.string(value), "/root");
    assert_eq!(world.call("getenv", &[none]), 0);
    let message = world.call("strerror", &[2]);
    assert_eq!(world.string(message), "No such file or directory");
    let errno = world.call("__errno_location", &[]);
    assert_eq!(Pointer(errno).object(), world.state.threads[0].errno);
    assert_ne!(Pointer(errno).object(), ObjectId::NONE);
}
