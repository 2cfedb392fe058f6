//! What a file gives to the other files of a program and what it needs of them, as a linker sees it.
//!
//! The tree as it was parsed is enough for that: definitions with external linkage, and the names in
//! expressions that no block declares. What only functions mention that nothing in the file can call, such as
//! those that a header defines for everybody, is not needed. An answer may claim too much (an operand of
//! `sizeof` is not needed by a linker), never too little.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{
    AttributeKind, DeclSpecifiers, Declaration, Declarator, Derived, ExternalDecl, FunctionDef, StorageClass,
    TranslationUnit,
};
use crate::symbol::{Interner, Symbol};

/// How a name is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// It may be used in place of a definition that another file has.
    Inline,
    /// Another definition may take its place: weak, or without an initial value.
    Soft,
    /// It is the definition.
    Hard,
}

/// The names of a file that a linker sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Externals {
    /// What it defines.
    pub defined: BTreeMap<String, Strength>,
    /// What it needs and does not define.
    pub needed: BTreeSet<String>,
}

impl Externals {
    /// Those of a file.
    pub fn of(unit: &TranslationUnit, interner: &Interner) -> Externals {
        let mut view = View {
            interner,
            labels: BTreeMap::new(),
            internal: BTreeMap::new(),
            found: Externals::default(),
            roots: unit.mentions.clone(),
        };
        for item in &unit.items {
            match item {
                ExternalDecl::Function(function) => view.function(function),
                ExternalDecl::Declaration(declaration) => view.declaration(declaration),
                _ => {}
            }
        }
        view.finish()
    }
}

struct View<'a> {
    interner: &'a Interner,
    /// Names that `asm("…")` gave to a linker.
    labels: BTreeMap<Symbol, String>,
    /// Functions that a linker does not see, or need not, with what they mention; objects mention nothing.
    internal: BTreeMap<Symbol, &'a [Symbol]>,
    found: Externals,
    /// What is certainly mentioned.
    roots: Vec<Symbol>,
}

impl<'a> View<'a> {
    fn function(&mut self, function: &'a FunctionDef) {
        let Some(name) = function.declarator.name else {
            return;
        };
        let is_inline = function.specifiers.inline.is_some();
        let attributes = attributes(&function.specifiers, &function.declarator);
        let mut is_kept = false;
        let mut is_weak = false;
        for kind in attributes {
            is_weak |= matches!(kind, AttributeKind::Weak);
            is_kept |= matches!(kind, AttributeKind::Constructor(_) | AttributeKind::Destructor(_));
        }
        let is_static = is_storage(&function.specifiers, StorageClass::Static);
        if is_static || is_inline {
            self.internal.insert(name.symbol, &function.mentions);
        }
        if !is_static {
            self.define(
                name.symbol,
                match (is_inline, is_weak) {
                    (true, _) => Strength::Inline,
                    (false, true) => Strength::Soft,
                    (false, false) => Strength::Hard,
                },
            );
        }
        if is_kept || !(is_static || is_inline) {
            self.roots.extend(&function.mentions);
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        let specifiers = &declaration.specifiers;
        if is_storage(specifiers, StorageClass::Typedef) {
            return;
        }
        for item in &declaration.declarators {
            let declarator = &item.declarator;
            let Some(name) = declarator.name else { continue };
            if let Some(label) = &declarator.asm_label {
                self.labels
                    .insert(name.symbol, String::from_utf8_lossy(label).into_owned());
            }
            let (mut alias, mut is_weak) = (None, false);
            for kind in attributes(specifiers, declarator) {
                is_weak |= matches!(kind, AttributeKind::Weak);
                if let AttributeKind::Alias(target) = kind {
                    alias = self.interner.get(&String::from_utf8_lossy(target));
                }
            }
            self.roots.extend(alias);
            let is_function = matches!(declarator.derived.first(), Some(Derived::Function { .. }));
            let is_object =
                !is_function && (item.initialiser.is_some() || !is_storage(specifiers, StorageClass::Extern));
            if is_storage(specifiers, StorageClass::Static) {
                self.internal.entry(name.symbol).or_insert(&[]);
            } else if is_object || alias.is_some() {
                let is_soft = is_weak || item.initialiser.is_none() && alias.is_none();
                self.define(
                    name.symbol,
                    match is_soft {
                        true => Strength::Soft,
                        false => Strength::Hard,
                    },
                );
            }
        }
    }

    fn define(&mut self, name: Symbol, strength: Strength) {
        let spelling = self.spelling(name);
        let known = self.found.defined.entry(spelling).or_insert(strength);
        *known = strength.max(*known);
    }

    /// What a linker calls it.
    fn spelling(&self, name: Symbol) -> String {
        match self.labels.get(&name) {
            Some(label) => label.clone(),
            None => self.interner.name(name).to_owned(),
        }
    }

    fn finish(mut self) -> Externals {
        let mut seen = BTreeSet::new();
        while let Some(name) = self.roots.pop() {
            if !seen.insert(name) {
                continue;
            }
            if let Some(mentions) = self.internal.get(&name) {
                self.roots.extend(*mentions);
            }
            let spelling = self.spelling(name);
            let is_own = self.found.defined.get(&spelling) >= Some(&Strength::Soft);
            if !is_own && !self.is_static(name, &spelling) {
                self.found.needed.insert(spelling);
            }
        }
        self.found
    }

    /// Whether only this file knows the name: an inline function is seen by others too.
    fn is_static(&self, name: Symbol, spelling: &str) -> bool {
        self.internal.contains_key(&name) && !self.found.defined.contains_key(spelling)
    }
}

fn is_storage(specifiers: &DeclSpecifiers, class: StorageClass) -> bool {
    specifiers.storage.is_some_and(|(storage, _)| storage == class)
}

fn attributes<'a>(
    specifiers: &'a DeclSpecifiers,
    declarator: &'a Declarator,
) -> impl Iterator<Item = &'a AttributeKind> {
    let all = specifiers.attributes.iter().chain(&declarator.attributes);
    all.map(|attribute| &attribute.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::Dialect;
    use crate::session::{Session, parse_text};

    fn externals(text: &str) -> Externals {
        let mut session = Session::default();
        let file = session.sources.file("a.c");
        let unit = parse_text(&mut session, file, text.as_bytes(), Dialect::default());
        assert!(!session.diagnostics.has_errors());
        Externals::of(&unit, &session.interner)
    }

    fn check(text: &str, hard: &[&str], soft: &[&str], needed: &[&str]) {
        let found = externals(text);
        let of = |wanted| {
            let all = found
                .defined
                .iter()
                .filter(move |(_, strength)| **strength == wanted);
            all.map(|(name, _)| name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(Strength::Hard), hard, "{text}");
        assert_eq!(of(Strength::Soft), soft, "{text}");
        let needed_here: Vec<&str> = found.needed.iter().map(String::as_str).collect();
        assert_eq!(needed_here, needed, "{text}");
    }

    #[test]
    fn definitions_and_uses_are_told_apart() {
        check(
            "extern int a; int b; int c = 1; static int d; extern int e = 2; typedef int t; int f(void);
             int g(int x) { return f() + a + x + d; } static int h(void) { return b; }",
            &["c", "e", "g"],
            &["b"],
            &["a", "f"],
        );
    }

    #[test]
    fn only_what_can_be_called_needs_something() {
        check(
            "int used(void), unused(void), deep(void);
             static inline int a(void) { return unused(); }
             static int b(void) { return deep(); }
             static int c(void) { return b() + used(); }
             int main(void) { return c(); }",
            &["main"],
            &[],
            &["deep", "used"],
        );
    }

    #[test]
    fn names_of_blocks_hide_others() {
        check(
            "int g(int list) { int count = list; { extern int far; int near(int); return far + near(count); } }
             int h(void) { return count; }",
            &["g", "h"],
            &[],
            &["count", "far", "near"],
        );
    }

    #[test]
    fn initial_values_need_what_they_name() {
        check(
            "int f(void), *p; int (*table[])(void) = { f }; static int (*other)(void) = 0;",
            &["table"],
            &["p"],
            &["f"],
        );
    }

    #[test]
    fn weak_aliases_and_labels_are_known() {
        check(
            "int real(void) { return 0; } int other(void) __attribute__((weak, alias(\"real\")));
             __attribute__((weak)) int soft(void) { return 1; } int f(void) __asm__(\"g\");
             int h(void) { return f() + soft(); }",
            &["h", "real"],
            &["other", "soft"],
            &["g"],
        );
    }
}
