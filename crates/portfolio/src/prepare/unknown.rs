//! What the program uses and nobody defines.
//!
//! Objects hold anything: one that is a single number is a choice of the environment where the program
//! begins, the bytes of others count as written by nobody. Calls of functions have become accesses that are
//! assumed ([`Role::Assumed`]); what is assumed can be less or more.

use raceproof_ir::{Address, Callee, FuncId, Function, Inst, Kind, Operand, Program, Shape};
use raceproof_library::Role;
use raceproof_source::Loaded;

/// What a function does that nobody defines. In no case but the last one it keeps what it is given or calls
/// anything back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extern {
    /// It accesses nothing.
    Pure,
    /// It accesses what its arguments point to.
    #[default]
    Arguments,
    /// It may do anything, so that a call of it is a gap.
    Anything,
}

/// Whether a call of this function stands for what is assumed.
pub fn is_assumed(function: &Function) -> bool {
    let found = raceproof_library::find(&function.name);
    function.blocks.is_empty() && found.is_some_and(|found| found.row.role == Some(Role::Assumed))
}

/// Makes objects that nobody defines hold anything.
pub fn free(loaded: &mut Loaded) {
    let program = &mut loaded.program;
    let objects: Vec<_> = loaded
        .unknown
        .iter()
        .filter_map(|unknown| unknown.object)
        .collect();
    let Some(entry) = program.entry.filter(|_| !objects.is_empty()) else {
        return;
    };
    let mut first = Vec::new();
    for id in objects {
        let global = &program.globals[id.0 as usize];
        if global.thread_local {
            continue;
        }
        let (span, addr) = (global.span, Operand::Address(Address::Global(id, 0)));
        let is_number = global.shape.is_some_and(|shape| {
            matches!(program.shapes[shape.0 as usize], Shape::Scalar { .. }) && global.size <= 8
        });
        let kind = match global.size {
            1 => Kind::I8,
            2 => Kind::I16,
            4 => Kind::I32,
            _ => Kind::I64,
        };
        match is_number {
            true => {
                let name = global.name.clone();
                let function = &mut program.functions[entry.0 as usize];
                let dst = function.add_register(kind, "");
                let (low, high) = kind.range(true);
                let nondet = Inst::Nondet {
                    kind,
                    dst,
                    signed: true,
                    low,
                    high,
                    name,
                };
                let value = Operand::Reg(dst);
                first.extend([(nondet, span), (Inst::Store { kind, addr, value }, span)]);
            }
            false => {
                let callee = Callee::Function(writer(program));
                let args = vec![addr];
                first.push((
                    Inst::Call {
                        dst: None,
                        callee,
                        args,
                    },
                    span,
                ));
            }
        }
    }
    let instructions = &mut program.functions[entry.0 as usize].blocks[0].instructions;
    instructions.splice(0..0, first);
}

/// The function that makes bytes count as written by nobody.
fn writer(program: &mut Program) -> FuncId {
    const NAME: &str = "__unknown_write";
    if let Some(known) = program.find_function(NAME) {
        return known;
    }
    let mut function = Function {
        name: NAME.to_owned(),
        params: 1,
        ..Function::default()
    };
    function.add_register(Kind::Ptr, "");
    program.functions.push(function);
    FuncId(program.functions.len() as u32 - 1)
}

/// Changes what is assumed of functions that nobody defines. Every step stays where it is, so that a schedule
/// means the same whatever is assumed.
pub fn assume(program: &mut Program, what: Extern) {
    let assumed: Vec<bool> = program.functions.iter().map(is_assumed).collect();
    let blocks = program
        .functions
        .iter_mut()
        .flat_map(|function| &mut function.blocks);
    let steps = blocks.flat_map(|block| &mut block.instructions);
    for (inst, _) in steps {
        let Inst::Call {
            callee: Callee::Function(callee),
            args,
            ..
        } = inst
        else {
            continue;
        };
        match what {
            _ if !assumed[callee.0 as usize] => {}
            Extern::Arguments => {}
            Extern::Pure => args[0] = Operand::Const(Kind::Ptr, 0),
            Extern::Anything => {
                let what = "a function that nobody defines, which may do anything".to_owned();
                *inst = Inst::Gap { what };
            }
        }
    }
}
