//! Tasks of the project itself: `cargo xtask --help`.

mod archer;
mod bench;
mod compare;
mod csmith;
mod curves;
mod extent;
mod fuzz;
mod growth;
mod instructions;
mod long;
mod measure;
mod mutants;
mod proportion;
mod random;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks of the project itself")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compare random programs under gcc and under `raceproof run`
    Csmith(csmith::Arguments),
    /// Drop one condition of each rule of `modular` and `certify` in turn, and see a test fail
    Mutants(mutants::Arguments),
    /// Compare engines with the oracle on families of random programs
    Random(random::Arguments),
    /// Look for inputs that make a reader panic or hang, guided by the code that they reach
    Fuzz(fuzz::Arguments),
    /// Check the rules of the house that compilers do not know
    Tidy,
    /// Wrap the comments of all sources
    Wrap(extent::Arguments),
    /// Measure the interpreter against gcc -O0, start-up, memory, and how checks grow
    Bench(bench::Arguments),
    /// Count the instructions that this build and another one need for the same work
    Instructions(instructions::Arguments),
    /// Count whether the work for a program is in proportion to its length
    Proportion(proportion::Arguments),
    /// Compare verdicts with ThreadSanitizer and Helgrind on pairs of programs
    Compare(compare::Arguments),
    /// Show how the formulas of the symbolic engine grow
    Growth(growth::Arguments),
    /// Compare verdicts and times with clang and Archer on a folder of OpenMP programs
    Archer(archer::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Csmith(arguments) => csmith::run(&arguments),
        Task::Mutants(arguments) => mutants::run(&arguments),
        Task::Random(arguments) => random::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Tidy => tidy::run(),
        Task::Wrap(arguments) => extent::wrap(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Instructions(arguments) => instructions::run(&arguments),
        Task::Proportion(arguments) => proportion::run(&arguments),
        Task::Compare(arguments) => compare::run(&arguments),
        Task::Growth(arguments) => growth::run(&arguments),
        Task::Archer(arguments) => archer::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
