//! Phasers: barriers that tasks register with.
//!
//! What they do is said in the IR (`phaser.ir`), by atomic blocks and events, so every engine that knows
//! those knows phasers. Who is registered shows in the text: a block that is `phased` registers the
//! task that runs it, and a task that is `phased` is registered by whoever makes it, before it can run. So
//! no phase ends while somebody is about to register.

use super::Cleanup;
use super::builder::Builder;
use crate::ast::Name;
use raceproof_ir::{
    Address, Callee, FuncId, Global, GlobalId, Inst, Kind, Operand, Origin, Program, Reg, Runtime, Span,
    SyncOp,
};

/// The functions of phasers, in the order of the file.
const RUNTIME: &str = include_str!("phaser.ir");

/// Bytes of a phaser.
const SIZE: u64 = 24;

/// The phasers of a program and the functions that work on them.
pub struct Phasers {
    globals: Vec<(String, GlobalId)>,
    register: FuncId,
    drop: FuncId,
    signal: FuncId,
}

impl Phasers {
    /// Declares phasers; their functions are the last ones of the program.
    pub fn declare(names: &[Name], program: &mut Program) -> Phasers {
        let mut globals = Vec::new();
        for name in names {
            globals.push((name.text.clone(), GlobalId(program.globals.len() as u32)));
            program.globals.push(Global {
                name: name.text.clone(),
                size: SIZE,
                align: 8,
                bytes: Vec::new(),
                relocations: Vec::new(),
                constant: false,
                thread_local: false,
                shape: None,
                origin: Origin::Program,
                role: None,
                span: name.span,
            });
        }
        let first = program.functions.len() as u32;
        if !names.is_empty() {
            let runtime = raceproof_ir::parse("phaser.ir", RUNTIME);
            let Ok(runtime) = runtime else {
                unreachable!("a test compiles a program with phasers")
            };
            // They call nobody and know no globals, so no number in them changes.
            for mut function in runtime.functions {
                function.origin = Origin::Runtime(Runtime::Task);
                program.functions.push(function);
            }
        }
        Phasers {
            globals,
            register: FuncId(first),
            drop: FuncId(first + 1),
            signal: FuncId(first + 2),
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// The phasers with these names.
    fn phasers_of(&mut self, names: &[Name]) -> Vec<GlobalId> {
        let mut found = Vec::new();
        for name in names {
            let mut known = self.context.phasers.globals.iter();
            match known.find(|(known, _)| *known == name.text) {
                Some((_, id)) if found.contains(id) => {
                    let message = format!("`{}` is named twice", name.text);
                    self.error(name.span, message, "name it once");
                }
                Some((_, id)) => found.push(*id),
                None => {
                    let message = format!("`{}` is no phaser", name.text);
                    self.error(name.span, message, "declare it: `phaser p;`");
                }
            }
        }
        found
    }

    fn on_phaser(&mut self, function: FuncId, phaser: GlobalId, dst: Option<Reg>, span: Span) {
        let inst = Inst::Call {
            dst,
            callee: Callee::Function(function),
            args: vec![Operand::Address(Address::Global(phaser, 0))],
        };
        self.emit(inst, span);
    }

    /// The task that runs this is no longer registered.
    pub fn drop_phaser(&mut self, phaser: GlobalId, span: Span) {
        self.on_phaser(self.context.phasers.drop, phaser, None, span);
    }

    /// `phased(p) { }`: this task is registered while `inner` is run.
    pub fn phased(&mut self, names: &[Name], span: Span, end: Span, inner: impl FnOnce(&mut Self)) {
        let phasers = self.phasers_of(names);
        for name in names {
            let is_registered = |p: &GlobalId| {
                let mut known = self.context.phasers.globals.iter();
                known.any(|(known, id)| *known == name.text && id == p)
            };
            if self.registered.iter().any(is_registered) {
                let message = format!("this task is registered with `{}` already", name.text);
                self.error(name.span, message, "leave it out here");
            }
        }
        let (before, count) = (self.registered.len(), self.cleanups.len());
        for &phaser in &phasers {
            self.on_phaser(self.context.phasers.register, phaser, None, span);
            self.cleanups.push(Cleanup::Drop(phaser));
            self.registered.push(phaser);
        }
        inner(self);
        self.registered.truncate(before);
        self.cleanups.truncate(count);
        for phaser in phasers {
            self.drop_phaser(phaser, end);
        }
    }

    /// The phasers that a new task is registered with: some of those of this one, which registers it.
    pub fn register_task(&mut self, names: &[Name], span: Span) -> Vec<GlobalId> {
        let phasers = self.phasers_of(names);
        for (name, phaser) in names.iter().zip(&phasers) {
            if !self.registered.contains(phaser) {
                let message = format!(
                    "this task is not registered with `{}`, so it registers nobody",
                    name.text
                );
                let remedy = format!("put `phased({}) {{ … }}` around it", name.text);
                self.error(name.span, message, remedy);
            }
        }
        for &phaser in &phasers {
            self.on_phaser(self.context.phasers.register, phaser, None, span);
        }
        phasers
    }

    /// `next` for some phasers, or for all that this task is registered with: signals all, then waits for
    /// all.
    pub fn next(&mut self, names: &[Name], span: Span) {
        let mut phasers = self.phasers_of(names);
        if names.is_empty() {
            phasers = self.registered.clone();
        }
        let strange = names
            .iter()
            .zip(&phasers)
            .find(|(_, p)| !self.registered.contains(p));
        if let Some((name, _)) = strange {
            let message = format!("this task is not registered with `{}`", name.text);
            let remedy = format!("put `phased({}) {{ … }}` around it", name.text);
            self.error(name.span, message, remedy);
        } else if phasers.is_empty() && names.is_empty() {
            let remedy = "write it where `phased(p)` shows that the task is registered";
            self.error(span, "there is no phaser to wait at", remedy);
        }
        let mut waits = Vec::new();
        for phaser in phasers {
            let phase = self.reg(Kind::I64);
            self.on_phaser(self.context.phasers.signal, phaser, Some(phase), span);
            let phaser = Operand::Address(Address::Global(phaser, 0));
            waits.push(vec![phaser, Operand::Reg(phase)]);
        }
        for wait in waits {
            self.sync(SyncOp::EventWait, wait, span);
        }
    }
}
