//! Whether context selectors match (section 7.1 of OpenMP 5.2), as far as that can be told.
//!
//! The host is the only device. Which compiler the program is for is not known, nor which instructions its
//! processor has.

use raceproof_ir::Span;

use super::{Construct, Trait, TraitProperties, TraitSet};
use crate::ast::Expr;
use crate::lex::{Punct, Token, TokenKind};
use crate::symbol::Interner;

/// Whether a selector matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// That depends on this trait, of which nothing is known.
    Open(Span),
}

/// Compilers that the program may be for.
static VENDORS: &[&str] = &[
    "amd", "arm", "bsc", "cray", "fujitsu", "gnu", "hpe", "ibm", "intel", "llvm", "nec", "nvidia", "pgi",
    "ti", "unknown",
];

/// Processors that no host has.
static FOREIGN: &[&str] = &[
    "amdgcn", "gcn", "nvptx", "nvptx64", "r600", "spir", "spir64", "spirv", "spirv32", "spirv64",
];

/// Whether all traits are there but those of constructs. `condition` says what is known of one.
pub fn is_met(
    sets: &[TraitSet],
    interner: &Interner,
    mut condition: impl FnMut(&Expr) -> Option<bool>,
) -> Met {
    let mut met = Met::Yes;
    for set in sets {
        let set_name = interner.name(set.name.symbol);
        for property in &set.traits {
            let matches = match (
                set_name,
                interner.name(property.name.symbol),
                &property.properties,
            ) {
                // It may change what all the others mean.
                ("implementation", "extension", _) => return Met::Open(property.name.span),
                ("construct", ..) => Some(true),
                ("user", "condition", TraitProperties::Condition(expr)) => condition(expr),
                ("device" | "target_device", "kind", TraitProperties::Tokens(kinds)) => {
                    all(kinds, interner, |kind| match kind {
                        "host" | "cpu" | "any" => Some(true),
                        "nohost" | "gpu" | "fpga" => Some(false),
                        _ => None,
                    })
                }
                ("device" | "target_device", "arch", TraitProperties::Tokens(kinds)) => {
                    all(kinds, interner, |arch| FOREIGN.contains(&arch).then_some(false))
                }
                ("implementation", "vendor", TraitProperties::Tokens(vendors)) => {
                    all(vendors, interner, |vendor| {
                        (!VENDORS.contains(&vendor)).then_some(false)
                    })
                }
                _ => None,
            };
            met = match (met, matches) {
                (Met::No, _) | (_, Some(false)) => Met::No,
                (Met::Yes, None) => Met::Open(property.name.span),
                _ => met,
            };
        }
    }
    met
}

/// Whether all properties are there, if one is not, or neither can be told.
fn all(tokens: &[Token], interner: &Interner, has: impl Fn(&str) -> Option<bool>) -> Option<bool> {
    let mut result = Some(!tokens.is_empty()).filter(|any| *any);
    for token in tokens {
        let word = match token.kind {
            TokenKind::Ident(symbol) => interner.name(symbol),
            TokenKind::String(symbol) => interner.name(symbol).trim_matches('"'),
            TokenKind::Punct(Punct::Comma) => continue,
            _ => return None,
        };
        result = match (result, has(word)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
    }
    result
}

/// The traits of constructs.
pub fn construct_traits<'s>(sets: &'s [TraitSet], interner: &Interner) -> Vec<&'s Trait> {
    let is_it = |set: &&TraitSet| interner.name(set.name.symbol) == "construct";
    sets.iter().filter(is_it).flat_map(|set| &set.traits).collect()
}

/// Whether the constructs around a place, the outermost first, have the traits of constructs: all of them in
/// this order, in the innermost `target`.
pub fn is_met_within(sets: &[TraitSet], interner: &Interner, around: &[Construct]) -> Met {
    let target = around.iter().rposition(|c| *c == Construct::Target);
    let mut around = around[target.unwrap_or(0)..].iter();
    let mut met = Met::Yes;
    for wanted in construct_traits(sets, interner) {
        let name = interner.name(wanted.name.symbol);
        if !around.any(|construct| construct.text() == name) {
            return Met::No;
        }
        // Clauses of the construct.
        let has_more = !matches!(&wanted.properties, TraitProperties::Tokens(tokens) if tokens.is_empty());
        if has_more && met == Met::Yes {
            met = Met::Open(wanted.name.span);
        }
    }
    met
}
