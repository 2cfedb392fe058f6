//! Runs programs in text form and says what they did.
#![allow(dead_code, reason = "not every test uses all of it")]

use raceproof_ir::Program;
use raceproof_machine::{
    Access, Config, Machine, Note, Notes, Observer, Pause, Sink, Site, Stream, ThreadId,
};

/// Keeps everything that a run tells.
#[derive(Default)]
pub struct Record {
    pub accesses: Vec<Access>,
    pub output: Vec<u8>,
    pub notes: Notes,
}

impl Sink for Record {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        self.accesses.push(access);
    }
    fn output(&mut self, _stream: Stream, bytes: &[u8]) {
        self.output.extend(bytes);
    }
    fn note(&mut self, note: Note, site: Site) {
        self.notes.add(note, site);
    }
}
impl Observer for Record {}

/// Reads a program; the test fails if it is not one.
pub fn program(text: &str) -> Program {
    match raceproof_ir::parse("test.ir", text) {
        Ok(program) => {
            if let Err(violations) = raceproof_ir::verify(&program) {
                panic!("{violations:?}\n{text}");
            }
            program
        }
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

/// Runs a program to its end, with 0 for every choice.
pub fn run(text: &str) -> (Pause, Record) {
    let program = program(text);
    let machine = Machine::new(&program, Config::default());
    let mut state = machine.initial();
    let mut record = Record::default();
    loop {
        match machine.run(&mut state, ThreadId::MAIN, &mut record, 1 << 24) {
            Pause::Sync | Pause::Choice => {
                if let Err(stop) = machine.take(&mut state, ThreadId::MAIN, 0, &mut record) {
                    return (Pause::Stop(stop), record);
                }
            }
            pause => return (pause, record),
        }
    }
}
