//! Constructs whose work threads share: loops, sections, single blocks. What they are is read from their
//! directives.

use std::collections::HashSet;

use raceproof_ir::{Inst, Operand, Role, Span, SyncOp};
use raceproof_machine::Doers;

use super::Describe;
use crate::Location;

/// What is shared.
pub(super) enum Sharing {
    Loop,
    /// Iterations in chunks.
    Chunks,
    Sections,
    Single,
}

/// A construct whose work threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedConstruct {
    /// Its directive.
    pub at: Location,
    /// `loop`, `loop in chunks`, `sections` or `single block`.
    pub name: String,
    /// Whether the program says which thread does what.
    pub is_fixed: bool,
}

impl Describe<'_> {
    /// What the directive at a place shares.
    pub(super) fn sharing(&self, at: &Location) -> Sharing {
        let directive = self.quote(at);
        let has = |word: &str| {
            directive
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .any(|other| other == word)
        };
        let spaceless: String = directive.chars().filter(|c| !c.is_whitespace()).collect();
        match () {
            () if has("sections") => Sharing::Sections,
            () if has("single") => Sharing::Single,
            () if spaceless.contains("dynamic,") && !spaceless.contains("dynamic,1)") => Sharing::Chunks,
            () if has("grainsize") || has("num_tasks") => Sharing::Chunks,
            () => Sharing::Loop,
        }
    }

    /// The constructs of the program whose work threads share, in the order of their places.
    pub fn shared_constructs(&self) -> Vec<SharedConstruct> {
        let mut found: Vec<SharedConstruct> = Vec::new();
        let program = self.program();
        let functions = program.functions.iter().filter(|f| !f.origin.is_ours());
        let instructions = || {
            functions
                .clone()
                .flat_map(|f| &f.blocks)
                .flat_map(|b| &b.instructions)
        };
        let is_divided = |inst: &Inst| {
            let role = inst.called().and_then(|f| program.function(f).role);
            role == Some(Role::StaticShare) && program.divides_loops()
        };
        let divided: HashSet<Span> = instructions()
            .filter(|(inst, _)| is_divided(inst))
            .map(|(_, span)| *span)
            .collect();
        for (instruction, span) in instructions() {
            if instruction.sync() != Some(SyncOp::WorkBegin) {
                continue;
            }
            let is_fixed = match instruction.arguments().first() {
                Some(Operand::Const(_, team)) if *team == u128::from(Doers::FIXED) => true,
                // A vector loop is the business of one thread.
                Some(Operand::Const(..)) => continue,
                _ => divided.contains(span),
            };
            let at = self.span(*span);
            if !at.is_known() {
                continue;
            }
            let name = match self.sharing(&at) {
                Sharing::Loop => "loop",
                Sharing::Chunks => "loop in chunks",
                Sharing::Sections => "sections",
                Sharing::Single => "single block",
            };
            found.push(SharedConstruct {
                at,
                name: name.to_owned(),
                is_fixed,
            });
        }
        found.sort_by(|a, b| a.at.cmp(&b.at));
        found.dedup();
        found
    }
}
