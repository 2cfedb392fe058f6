//! What stands between declarations: assembly and pragmas that say something of the program as a whole.
//!
//! Two names of one object are two objects to everybody behind the front end, so what makes one of two is a
//! gap where it is not understood. Functions and objects that assembly defines are known by their
//! declarations only: they are unknown code, as those of a library are.

use super::Checker;
use crate::ast;

impl Checker<'_> {
    pub(super) fn file_asm(&mut self, asm: &ast::Asm) {
        let text = String::from_utf8_lossy(&asm.template);
        if text.trim().is_empty() {
            return;
        }
        match text.split([';', '\n']).any(makes_alias) {
            true => self.file_gap("assembly that gives symbols the values of others", asm.span),
            false => self.warning(asm.span, "assembly at file scope is ignored"),
        }
    }

    /// A pragma that is not OpenMP's.
    pub(super) fn file_pragma(&mut self, pragma: &ast::Pragma) {
        let text = self.pragma_text(pragma);
        let mut words = text.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("weak"), Some(_), Some("=")) | (Some("redefine_extname"), ..) => {
                self.file_gap(&format!("`#pragma {text}`"), pragma.span);
            }
            _ => self.ignored_pragma(pragma),
        }
    }

    fn file_gap(&mut self, what: &str, span: raceproof_ir::Span) {
        self.gaps.push((what.to_owned(), span));
    }
}

/// Whether a line of assembly gives a symbol the value of another one.
fn makes_alias(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_set = |word: &str| matches!(word, ".set" | ".equ" | ".equiv" | ".eqv" | ".weakref");
    match words[..] {
        // Behind a label, too.
        [first, ..] if is_set(first) => true,
        [label, second, ..] if label.ends_with(':') && is_set(second) => true,
        [name, ..] => {
            let is_symbol = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
            let rest = line.trim_start().trim_start_matches(is_symbol).trim_start();
            !name.starts_with('#') && rest.starts_with('=')
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::makes_alias;

    #[test]
    fn aliases_are_told_from_other_assembly() {
        for line in [
            ".set a,b",
            "\t.equ  a, b",
            "x: .set a, b",
            "a = b",
            "a=b",
            ".weakref a, b",
        ] {
            assert!(makes_alias(line), "{line}");
        }
        for line in [
            "",
            ".globl a",
            ".symver a, a@V1",
            "mov %eax, %ebx",
            "# a = b",
            "a:",
            "cmp $1, %eax",
        ] {
            assert!(!makes_alias(line), "{line}");
        }
    }
}
