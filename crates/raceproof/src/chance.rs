//! Random numbers are inputs.
//!
//! `raceproof run` gives the numbers of the C library's generators. A proof must hold for any numbers, and in which order threads draw them is up
//! to the schedule: so before a check each draw becomes a choice of the environment, and seeds mean nothing. Generators whose state the program
//! keeps itself (`rand_r`, `erand48`) stay as they are: they compute what they return from that memory.

use raceproof_ir::{BinaryOp, Callee, ConvertOp, FuncId, Inst, Kind, Operand, Program, Register, Span};

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

/// Makes the random numbers of a program choices of the environment.
pub fn free(program: &mut Program) {
    let draws: Vec<Option<Draw>> = program
        .functions
        .iter()
        .map(|f| draw(&f.name).filter(|_| f.blocks.is_empty()))
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
                match called(&inst).and_then(|f| Some((f, draws[f.0 as usize]?))) {
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

fn called(inst: &Inst) -> Option<FuncId> {
    match inst {
        Inst::Call {
            callee: Callee::Function(f),
            ..
        } => Some(*f),
        _ => None,
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
    let Inst::Call { dst: Some(dst), .. } = call else {
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
            let drawn = raceproof_ir::Reg(registers.len() as u32);
            registers.push(Register {
                kind: Kind::I32,
                name: String::new(),
            });
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
