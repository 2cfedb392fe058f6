//! Reports that the tests of all renderers share.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use std::collections::BTreeMap;

use raceproof_report::*;

const COUNTER: &str = "\
#include <pthread.h>

int counter;

void *worker(void *arg)
{
\tcounter++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return counter;
}
";

const BANK: &str = "\
struct account { pthread_mutex_t m; int balance; } accounts[4];

void deposit(int i, int n) { accounts[i].balance += n; }
int balance(int i) { return accounts[i].balance; } // à la carte
";

/// The texts of the files that the reports name, except `missing.c`.
pub fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.add("counter.c", COUNTER.as_bytes());
    sources.add("bank.c", BANK.as_bytes());
    sources
}

fn at(file: &str, line: u32, column: u32, length: u32) -> Location {
    Location {
        file: file.into(),
        line,
        column,
        length,
    }
}

fn worker(id: u32, line: u32) -> Thread {
    Thread {
        id,
        function: "worker".into(),
        origin: Some(at("counter.c", line, 5, 14)),
    }
}

fn frame(function: &str, at: Location) -> Frame {
    Frame {
        function: function.into(),
        at,
    }
}

fn step(thread: u32, at: Location, text: &str) -> Step {
    Step {
        thread,
        at,
        text: text.into(),
        ..Step::default()
    }
}

fn stats() -> Stats {
    Stats {
        states: 1234,
        executions: 1,
        steps: 99_999,
        seconds: 0.01,
        bytes_per_state: 80.0,
        peak_memory: 1_000_000,
        ..Stats::default()
    }
}

/// Two threads at one source line.
pub fn one_line_race() -> Report {
    let access = |thread, access| Access {
        at: at("counter.c", 7, 2, 9),
        access,
        atomic: false,
        stack: vec![frame("worker", at("counter.c", 7, 2, 9))],
        thread,
        locks: vec![],
        expression: "counter".into(),
        work: None,
    };
    let mut finding = Finding::new(Kind::Race, "data race on `counter`");
    finding.object = "counter".into();
    finding.accesses = vec![
        access(worker(1, 14), AccessKind::Write),
        access(worker(2, 15), AccessKind::Read),
    ];
    finding.threads = 3;
    finding.schedule = vec![
        step(0, at("counter.c", 14, 5, 9), "creates thread 1"),
        step(0, at("counter.c", 15, 5, 9), "creates thread 2"),
        step(1, at("counter.c", 7, 2, 9), "reads counter"),
        step(1, at("counter.c", 7, 2, 9), "writes counter"),
        step(2, at("counter.c", 7, 2, 9), "reads counter"),
    ];
    Report {
        engine: "graph".into(),
        findings: vec![finding],
        objects: vec![],
        coverage: Coverage {
            complete: true,
            clauses: vec![Clause::EverySchedule],
            ..Coverage::default()
        },
        stats: stats(),
        unshown: 0,
        graph: None,
    }
}

/// Two accesses, one of them with a lock.
fn open_pair() -> OpenPair {
    let access = |at, writes, locks| OpenAccess {
        at,
        function: "worker".into(),
        many: true,
        writes,
        atomic: false,
        locks,
        stack: vec![],
        unknown: None,
    };
    OpenPair {
        accesses: [
            access(at("bank.c", 3, 30, 19), true, vec!["global".into()]),
            access(at("bank.c", 4, 29, 19), false, vec![]),
        ],
        why: "the first holds global, the second holds nothing".into(),
        number: 0,
        tried: Some(Tried {
            runs: 43,
            reached: [43, 40],
            both: 40,
            blocked: [None, None],
        }),
    }
}

/// One object of each standing.
fn objects() -> Vec<Object> {
    let guard = |shared| Protection {
        form: "guarded",
        by: "global".into(),
        bytes: Some((8, 40)),
        shared,
    };
    let accessor = |function: &str, many, writes| Accessor {
        function: function.into(),
        many,
        reads: true,
        writes,
    };
    let object = |name: &str, standing, protected_by| Object {
        name: name.into(),
        at: at("bank.c", 1, 52, 8),
        standing,
        protected_by,
        checked: None,
        accessed_by: vec![accessor("main", false, false), accessor("worker", true, true)],
        open: vec![],
    };
    let open = Object {
        open: vec![open_pair()],
        ..object("accounts[…].name", Standing::Open, vec![])
    };
    vec![
        object("accounts[…].balance", Standing::Race, vec![]),
        open,
        object(
            "total",
            Standing::Proved,
            vec![guard(false), Protection::searched()],
        ),
        Object {
            checked: Some("inductive"),
            ..object("rate", Standing::Proved, vec![guard(true)])
        },
    ]
}

/// Locks, inputs, two files, calls, an atomic access, and a file without text.
pub fn race_with_everything() -> Report {
    let mut finding = Finding::new(Kind::Race, "data race on `accounts[2].balance`");
    finding.object = "accounts[2].balance".into();
    finding.accesses = vec![
        Access {
            at: at("bank.c", 3, 30, 19),
            access: AccessKind::Write,
            atomic: false,
            thread: worker(1, 14),
            locks: vec![held("accounts[2].m"), held("log"), held("global")],
            stack: vec![
                frame("deposit", at("bank.c", 3, 30, 19)),
                frame("worker", at("counter.c", 7, 2, 9)),
            ],
            expression: "accounts[i].balance".into(),
            work: Some(Work {
                name: "iteration 2".into(),
                construct: "loop".into(),
                number: 2,
                at: at("bank.c", 10, 1, 24),
            }),
        },
        Access {
            at: at("missing.c", 4, 29, 19),
            access: AccessKind::Read,
            atomic: true,
            thread: Thread::default(),
            locks: vec![Held {
                reading: true,
                ..held("global")
            }],
            stack: vec![
                frame("balance", at("bank.c", 4, 29, 19)),
                frame("main", Location::default()),
            ],
            expression: "accounts[2].balance".into(),
            work: None,
        },
    ];
    finding.places = vec![Place::new(at("bank.c", 1, 52, 8), "`accounts` is defined here")];
    finding.inputs = BTreeMap::from([
        ("N".to_owned(), Value::Integer(3)),
        ("big".to_owned(), Value::Integer(1 << 100)),
        ("argv[1]".to_owned(), Value::Text("x \"y\"".into())),
        ("f".to_owned(), Value::Float(f64::NAN)),
        ("g".to_owned(), Value::Float(0.5)),
        ("u".to_owned(), Value::Integer(u64::MAX.into())),
    ]);
    finding.threads = 2;
    Report {
        engine: "lockset".into(),
        findings: vec![finding],
        objects: objects(),
        coverage: Coverage::default(),
        stats: Stats::default(),
        unshown: 0,
        graph: None,
    }
}

fn held(name: &str) -> Held {
    Held {
        name: name.to_owned(),
        reading: false,
    }
}

/// A deadlock and a failed assertion, no race, and a search that was cut off.
pub fn unknown_with_defects() -> Report {
    let waits = |line, id, text: &str, lock: &str| Place {
        thread: Some(worker(id, line)),
        locks: vec![held(lock)],
        ..Place::new(at("counter.c", line, 5, 14), text)
    };
    let mut deadlock = Finding::new(Kind::Deadlock, "deadlock of 2 threads");
    deadlock.places = vec![
        waits(14, 1, "thread 1 waits for `b`, held by thread 2", "a"),
        waits(15, 2, "thread 2 waits for `a`, held by thread 1", "b"),
    ];
    let mut assertion = Finding::new(Kind::Assertion, "assertion `counter == 2` failed");
    assertion.places = vec![Place::new(at("counter.c", 18, 12, 7), "fails here")];
    Report {
        engine: "graph".into(),
        findings: vec![deadlock, assertion],
        objects: vec![],
        coverage: Coverage {
            complete: false,
            clauses: vec![Clause::SomeSchedules],
            open: vec![Open::Exhausted(Resource::Time)],
            ..Coverage::default()
        },
        stats: stats(),
        unshown: 0,
        graph: None,
    }
}

/// A proof.
pub fn race_free() -> Report {
    Report {
        findings: vec![],
        ..one_line_race()
    }
}
