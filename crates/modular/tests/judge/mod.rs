//! The oracle as the judge of proofs: nothing is proved of a random program that has a race.

use raceproof_engine::{Budget, Dice};
use raceproof_explore::oracle;
use raceproof_generate::settings;
use raceproof_ir::Program;
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};

/// How many programs were looked at, and what came out.
pub struct Tally {
    pub count: u64,
    pub proved: u64,
    /// Those of some others that have a race.
    pub racy: u64,
}

/// Compares on `count` programs with the seed of the settings. The oracle stops at so many states. What is
/// not proved cannot be wrong, so only some of that is looked at, to see that the programs are not all alike.
pub fn judge(count: u64, states: u64, mut program: impl FnMut(&mut Dice) -> (String, Program)) -> Tally {
    let seed = settings::seed();
    let (mut proved, mut racy) = (0, 0);
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let (text, program) = program(&mut dice);
        let is_proved = prove(&program, &|| false) == Answer::Proved;
        if !is_proved && i % 8 != 0 {
            continue;
        }
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let has_race = oracle::check(&machine, states, &budget).outcome.has_race();
        assert!(
            !(is_proved && has_race),
            "program {i} of seed {seed} is proved, and it has a race:\n{text}"
        );
        proved += u64::from(is_proved);
        racy += u64::from(has_race);
    }
    println!("{count} programs, {proved} proved, {racy} of some others with a race");
    Tally { count, proved, racy }
}

/// A program of the IR from its text.
#[allow(dead_code, reason = "not every test that has this module reads text")]
pub fn read(text: String) -> (String, Program) {
    let program = raceproof_ir::parse("random.ir", &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    (text, program)
}
