//! What an engine is asked, and who it is.

use crate::{Aim, Budget, Outcome};
use raceproof_machine::Machine;

/// A search procedure, or another way to an answer.
pub trait Engine: Sync {
    /// Who it is.
    fn name(&self) -> EngineName;

    /// Answers a question within its budget. What it did not cover is in the limits of the outcome.
    fn answer(&self, question: &Question<'_>) -> Outcome;
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EngineName {
    /// One run, where that decides.
    Once,
    /// The race-detecting state graph.
    Graph,
    /// Search with locksets, past races too.
    Lockset,
    /// Dynamic partial order reduction.
    Dpor,
    /// Computation graphs of task-parallel programs.
    Tasks,
    /// Every interleaving of instructions; for tiny programs only.
    Oracle,
    /// Formulas with inputs and schedules left free.
    Symbolic,
    /// A proof for each thread alone; it finds no races.
    Modular,
}

impl EngineName {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            EngineName::Once => "once",
            EngineName::Graph => "graph",
            EngineName::Lockset => "lockset",
            EngineName::Dpor => "dpor",
            EngineName::Tasks => "tasks",
            EngineName::Oracle => "oracle",
            EngineName::Symbolic => "symbolic",
            EngineName::Modular => "modular",
        }
    }
}

/// The order by which partial order reduction tells what is beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Happens-before.
    #[default]
    Hb,
    /// Weak-causally-precedes.
    Wcp,
    /// Does-not-commute.
    Dc,
}

impl Order {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Order::Hb => "hb",
            Order::Wcp => "wcp",
            Order::Dc => "dc",
        }
    }
}

/// How an engine explores, where it can in several ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// As it explores least.
    #[default]
    Best,
    /// Every computation graph, by `tasks`.
    Exact,
    /// Backtracking without source sets and sleep sets, by `dpor`.
    Classic,
    /// Without stored states, by `lockset`.
    Stateless,
}

impl Algorithm {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Algorithm::Best => "best",
            Algorithm::Exact => "exact",
            Algorithm::Classic => "classic",
            Algorithm::Stateless => "stateless",
        }
    }

    /// The engine that has it, if not every engine does.
    pub fn engine(self) -> Option<EngineName> {
        match self {
            Algorithm::Best => None,
            Algorithm::Exact => Some(EngineName::Tasks),
            Algorithm::Classic => Some(EngineName::Dpor),
            Algorithm::Stateless => Some(EngineName::Lockset),
        }
    }
}

/// The bounds within which an answer is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Goes on after the first race and finds every pair of places.
    pub all: bool,
    /// The order of partial order reduction.
    pub order: Order,
    /// How an engine explores.
    pub algorithm: Algorithm,
    /// Rounds of a formula; as many as are needed if none.
    pub rounds: Option<u32>,
    /// How often a formula follows loops; more and more if none.
    pub unwind: Option<u32>,
    /// The most executions that are followed one after the other.
    pub executions: u64,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            all: false,
            order: Order::Hb,
            algorithm: Algorithm::Best,
            rounds: None,
            unwind: None,
            executions: u64::MAX,
        }
    }
}

/// What an engine gets.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The program, and the machine that runs it.
    pub machine: &'a Machine<'a>,
    /// What is asked for.
    pub scope: Scope,
    /// What may be used.
    pub budget: &'a Budget,
    /// Pairs of accesses that are open, for runs that aim at them.
    pub aims: &'a [Aim],
}
