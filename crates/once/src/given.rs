//! What `main` is given where that may be anything: how many arguments there are, and what they are.
//!
//! The number is a register of `main`, and the rest is memory that nobody of the program wrote. That there is
//! a name of the program, which is the first argument, is taken for granted; its text is not.

use super::dependent::Dependent;
use raceproof_flow::Crossings;
use raceproof_machine::{Machine, ObjectId, ObjectKind, Reg, Site, World};

/// Inputs that a program begins with.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Registers of `main`.
    pub registers: Crossings,
    /// Bytes of arguments and variables.
    pub memory: Dependent,
}

impl Given {
    /// Those of the program that a machine runs.
    pub fn of(machine: &Machine<'_>) -> Given {
        let mut given = Given::default();
        let is_open = |world| machine.config().open.contains(&world);
        let (arguments, variables) = (is_open(World::Arguments), is_open(World::Variables));
        let program = machine.code().program();
        let Some(entry) = program.entry.filter(|_| arguments || variables) else {
            return given;
        };
        if arguments && program.function(entry).params > 0 {
            given.registers.taint(entry, 0, Reg(0));
        }
        let state = machine.initial();
        let is_given = |kind| kind == ObjectKind::Environment;
        let objects = state
            .memory
            .objects()
            .filter(|(_, object)| is_given(object.kind()));
        let mut objects = objects.map(|(id, object)| (id, object.size()));
        let count = machine.config().args.len();
        let mut add = |(id, size): (ObjectId, u32), from: u32| {
            let mut bits = vec![0u64; size as usize / 64 + 1];
            (from..size).for_each(|i| bits[i as usize / 64] |= 1 << (i % 64));
            given.memory.add((id, Site::START), 0, &bits);
        };
        let word = program.model.pointer_size();
        let of_arguments: Vec<_> = objects.by_ref().take(count + 1).collect();
        if arguments {
            for (i, object) in of_arguments.into_iter().enumerate() {
                add(object, if i == 0 { word } else { 0 });
            }
        }
        if variables {
            objects.for_each(|object| add(object, 0));
        }
        given
    }
}
