//! The rights of tasks: `reads` and `writes` of a post or a call name the regions whose variables the
//! procedure may use (the region lists of figure 2 of the paper). One that uses others has no meaning there;
//! here it is an error, found by following calls.

use crate::Error;
use crate::ast::Rights;
use crate::declare::Declared;
use crate::mention::{expressions, places, statements};
use std::collections::BTreeSet;

/// Regions that a procedure reads and writes, calls included.
#[derive(Clone, Default, PartialEq)]
struct Use {
    reads: BTreeSet<usize>,
    writes: BTreeSet<usize>,
}

/// Checks every post and call that limits what its procedure may use.
pub fn check(all: &[Rights], declared: &Declared, errors: &mut Vec<Error>) {
    let uses = closure(declared);
    for rights in all {
        let Some(used) = declared.by_name.get(&rights.proc.text).map(|i| &uses[*i]) else {
            continue;
        };
        let lists = [
            (&rights.reads, &used.reads, "reads"),
            (&rights.writes, &used.writes, "writes"),
        ];
        for (given, used, word) in lists {
            let Some(given) = given else { continue };
            for name in given {
                let region = declared.variables.get(&name.text).map(|i| &declared.shared[*i]);
                if region.is_none_or(|v| v.regions.is_none()) {
                    let message = format!("`{}` is no region", name.text);
                    errors.push(Error::new(name.span, message, "declare it with `region`"));
                }
            }
            let missing = used.iter().map(|i| &declared.shared[*i].name.text);
            for region in missing.filter(|r| given.iter().all(|g| g.text != **r)) {
                let message = format!(
                    "`{}` {word} `{region}`, for which this {} gives no right",
                    rights.proc.text, rights.word
                );
                let remedy = format!("add it: `{word} (…, {region})`");
                errors.push(Error::new(rights.proc.span, message, remedy));
            }
        }
    }
}

fn closure(declared: &Declared) -> Vec<Use> {
    let mut uses = Vec::new();
    let mut calls = Vec::new();
    for proc in &declared.procs {
        let mut own = Use::default();
        places(&proc.body, &mut |place, written| {
            if let Some(&i) = declared.variables.get(&place.name.text)
                && declared.shared[i].regions.is_some()
            {
                match written {
                    true => own.writes.insert(i),
                    false => own.reads.insert(i),
                };
            }
        });
        let mut called = BTreeSet::new();
        statements(&proc.body, &proc.body, &mut |statement, _| {
            expressions(statement, &mut |e| {
                if let crate::ast::Value::Call(name, _) = &e.what {
                    called.extend(declared.by_name.get(&name.text).copied());
                }
            });
        });
        uses.push(own);
        calls.push(called);
    }
    loop {
        let before = uses.clone();
        for (i, called) in calls.iter().enumerate() {
            for &callee in called {
                let other = uses[callee].clone();
                uses[i].reads.extend(other.reads);
                uses[i].writes.extend(other.writes);
            }
        }
        if uses == before {
            return uses;
        }
    }
}
