//! Random numbers are inputs.
//!
//! `raceproof run` gives the numbers of the C library's generators. A proof must hold for any numbers, and in
//! which order threads draw them is up to the schedule: so before a check each draw becomes a choice of the
//! environment, and seeds mean nothing. Generators whose state the program keeps itself (`rand_r`, `erand48`)
//! still read and write that, whatever it is. Where the numbers that they give steer nothing and are stored
//! nowhere, they stay as they are: no other numbers would make a difference, and long programs draw many.

use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{BinaryOp, ConvertOp, Function, Inst, Kind, Operand, Program, Reg, Register, Span};

/// What a function of the library does.
#[derive(Clone, Copy)]
enum Draw {
    /// It changes what later draws give.
    Seed,
    /// It gives a number up to this, from 0 or from its opposite.
    Integer { high: i64, signed: bool },
    /// It gives a fraction of one.
    Fraction,
}

fn draw(name: &str) -> Option<Draw> {
    let highest = i64::from(i32::MAX);
    Some(match name {
        "srand" | "srandom" | "srand48" => Draw::Seed,
        "rand" | "random" | "lrand48" => Draw::Integer {
            high: highest,
            signed: false,
        },
        "mrand48" => Draw::Integer {
            high: highest,
            signed: true,
        },
        "drand48" => Draw::Fraction,
        _ => return None,
    })
}

/// What functions do whose generators the program keeps.
fn own_draw(name: &str) -> Option<Draw> {
    draw(match name {
        "rand_r" => "rand",
        "erand48" => "drand48",
        "nrand48" => "lrand48",
        "jrand48" => "mrand48",
        _ => return None,
    })
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
    let draws: Vec<Option<Draw>> = program
        .functions
        .iter()
        .map(|f| {
            let own = || own_draw(&f.name).filter(|_| owns);
            draw(&f.name).or_else(own).filter(|_| is_library(f))
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
    what: Draw,
    call: &Inst,
    name: &str,
    span: Span,
    registers: &mut Vec<Register>,
    out: &mut Vec<(Inst, Span)>,
) {
    let Inst::Call { dst, callee, args } = call else {
        return;
    };
    if name == "rand_r"
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
    if own_draw(name).is_some() {
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
        Draw::Seed => {}
        Draw::Integer { high, signed } => choose(registers[dst.0 as usize].kind, *dst, high, signed),
        Draw::Fraction => {
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
