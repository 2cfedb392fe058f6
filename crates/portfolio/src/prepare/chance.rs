//! Random numbers are inputs.
//!
//! `raceproof run` gives the numbers of the C library's generators. A proof must hold for any numbers, and in
//! which order threads draw them is up to the schedule: so before a check each draw becomes a choice of the
//! environment, and seeds mean nothing. Generators whose state the program keeps itself (`rand_r`, `erand48`)
//! still read and write that, whatever it is. Where the numbers that they give steer nothing and are stored
//! nowhere, they stay as they are: no other numbers would make a difference, and long programs draw many.

use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{BinaryOp, ConvertOp, Function, Inst, Kind, Operand, Program, Reg, Register, Span};
use raceproof_library::{Draw, Hidden, Role, Size, find};

/// What a function of the library does with a generator.
#[derive(Clone, Copy)]
enum Use {
    /// It changes what later draws give.
    Seeds,
    /// It gives a number.
    Draws(Draw),
}

/// What a function does with the library's generators.
fn uses(name: &str) -> Option<Use> {
    let row = find(name)?.row;
    row.hidden.filter(|hidden| *hidden == (Hidden::Random, true))?;
    Some(match row.role {
        Some(Role::Draw(of)) => Use::Draws(of),
        _ => Use::Seeds,
    })
}

/// What a function gives whose generator the program keeps, and how many bytes that has.
fn own_draw(name: &str) -> Option<(Draw, Size)> {
    let row = find(name)?.row;
    match (row.role, row.arguments) {
        (Some(Role::Draw(of)), [generator]) => Some((of, generator.reads?.size)),
        _ => None,
    }
}

/// Whether it makes a difference which numbers the program's own generators give.
fn matters(program: &Program) -> bool {
    let facts = Facts::new(program);
    let draws = facts.calls(|name| own_draw(name).is_some());
    match facts.influence(&[], &draws, &Own::default(), &Crossings::default()) {
        Influence::Steers(_) => true,
        Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
    }
}

/// Makes the random numbers of a program choices of the environment.
pub fn free(program: &mut Program) {
    let is_library = |f: &Function| f.blocks.is_empty();
    let mut owns = program.functions.iter().filter(|f| is_library(f));
    let owns = owns.any(|f| own_draw(&f.name).is_some()) && matters(program);
    let draws: Vec<Option<Use>> = program
        .functions
        .iter()
        .map(|f| {
            let own = || own_draw(&f.name).filter(|_| owns).map(|(of, _)| Use::Draws(of));
            uses(&f.name).or_else(own).filter(|_| is_library(f))
        })
        .collect();
    if draws.iter().all(Option::is_none) {
        return;
    }
    let names: Vec<String> = program.functions.iter().map(|f| f.name.clone()).collect();
    for function in &mut program.functions {
        let registers = &mut function.registers;
        for block in &mut function.blocks {
            let before = std::mem::take(&mut block.instructions);
            for (inst, span) in before {
                match inst.called().and_then(|f| Some((f, draws[f.0 as usize]?))) {
                    Some((f, what)) => {
                        let name = &names[f.0 as usize];
                        replace(what, &inst, name, span, registers, &mut block.instructions);
                    }
                    None => block.instructions.push((inst, span)),
                }
            }
        }
    }
}

fn replace(
    what: Use,
    call: &Inst,
    name: &str,
    span: Span,
    registers: &mut Vec<Register>,
    out: &mut Vec<(Inst, Span)>,
) {
    let Inst::Call { dst, callee, args } = call else {
        return;
    };
    let own = own_draw(name);
    if own == Some((Draw::Natural, Size::Bytes(4)))
        && let [place] = args.as_slice()
    {
        // As good as what it computes from its seed.
        let (kind, place) = (Kind::I32, *place);
        let seed = add(registers, kind);
        let load = Inst::Load {
            kind,
            dst: seed,
            addr: place,
        };
        let drawn = dst.unwrap_or(seed);
        let store = Inst::Store {
            kind,
            addr: place,
            value: Operand::Reg(drawn),
        };
        let highest = i128::from(i32::MAX);
        let draw = Inst::Nondet {
            kind,
            dst: drawn,
            signed: false,
            low: 0,
            high: highest,
            name: name.to_owned(),
        };
        out.extend([(load, span), (draw, span), (store, span)]);
        return;
    }
    if own.is_some() {
        let unused = dst.map(|dst| add(registers, registers[dst.0 as usize].kind));
        let call = Inst::Call {
            dst: unused,
            callee: *callee,
            args: args.clone(),
        };
        out.push((call, span));
    }
    let Some(dst) = dst else {
        return;
    };
    let mut choose = |kind: Kind, dst, high: i64, signed: bool| {
        let inst = Inst::Nondet {
            kind,
            dst,
            signed,
            low: if signed { -i128::from(high) - 1 } else { 0 },
            high: i128::from(high),
            name: name.to_owned(),
        };
        out.push((inst, span));
    };
    match what {
        Use::Seeds => {}
        Use::Draws(of @ (Draw::Natural | Draw::Integer)) => {
            let kind = registers[dst.0 as usize].kind;
            choose(kind, *dst, i64::from(i32::MAX), of == Draw::Integer);
        }
        Use::Draws(Draw::Fraction) => {
            let drawn = add(registers, Kind::I32);
            choose(Kind::I32, drawn, i64::from(i32::MAX), false);
            let convert = Inst::Convert {
                op: ConvertOp::SignedToFloat,
                from: Kind::I32,
                to: Kind::F64,
                dst: *dst,
                src: Operand::Reg(drawn),
            };
            out.push((convert, span));
            let bits = u128::from((1.0 / f64::from(1u32 << 31)).to_bits());
            let scale = Inst::Binary {
                op: BinaryOp::FMul,
                kind: Kind::F64,
                dst: *dst,
                a: Operand::Reg(*dst),
                b: Operand::Const(Kind::F64, bits),
            };
            out.push((scale, span));
        }
    }
}

/// One more register.
fn add(registers: &mut Vec<Register>, kind: Kind) -> Reg {
    registers.push(Register {
        kind,
        name: String::new(),
    });
    Reg(registers.len() as u32 - 1)
}
