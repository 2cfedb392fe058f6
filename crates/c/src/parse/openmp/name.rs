//! The names of directives.

use super::super::{Failed, Parse, Parser};
use super::Unclear;
use crate::openmp::Construct;
use crate::suggest::similar;
use raceproof_source::Diagnostic;

/// Directives that are no directives here, and why.
static FOREIGN: &[(&str, &str)] = &[
    ("allocators", "it is a directive of Fortran"),
    ("begin declare variant", "it must stand outside of functions"),
    ("do", "it is a directive of Fortran; in C it is `for`"),
    (
        "end declare variant",
        "there is no `begin declare variant` before it",
    ),
    ("end metadirective", "there is no `begin metadirective` before it"),
    ("workshare", "it is a directive of Fortran"),
];

impl Parser<'_> {
    /// The constructs of a directive's name: as many words as make one.
    pub fn directive_name(&mut self) -> Parse<Vec<Construct>> {
        let mut constructs = Vec::new();
        while let Some((construct, words)) = self.construct_ahead() {
            if !constructs.is_empty() && !Construct::may_follow(&constructs, construct) {
                break;
            }
            constructs.push(construct);
            (0..words).for_each(|_| {
                self.bump();
            });
        }
        if constructs.is_empty() {
            return self.unknown_directive();
        }
        if !Construct::is_whole(&constructs) {
            return self.unexpected("`for` after `distribute parallel`");
        }
        Ok(constructs)
    }

    /// The construct with the longest name that the next words are, and the number of the words.
    fn construct_ahead(&self) -> Option<(Construct, usize)> {
        Construct::ALL
            .iter()
            .filter(|construct| self.is_phrase_ahead(construct.text()))
            .map(|construct| (*construct, construct.text().split(' ').count()))
            .max_by_key(|(_, words)| *words)
    }

    fn is_phrase_ahead(&self, phrase: &str) -> bool {
        let mut words = phrase.split(' ').enumerate();
        words.all(|(ahead, word)| self.is_word_at(ahead, word))
    }

    fn unknown_directive<T>(&mut self) -> Parse<T> {
        let span = self.span();
        if self.at_directive_end() {
            self.error(
                self.previous_span(),
                "`#pragma omp` needs the name of a directive",
            );
            return Err(Failed);
        }
        if let Some((name, why)) = FOREIGN.iter().find(|(name, _)| self.is_phrase_ahead(name)) {
            return self.fail(span, format!("`omp {name}` cannot be used: {why}"));
        }
        // Of a directive of several words, the first may be right.
        let mut phrase = self.word_at(0).to_owned();
        if phrase.is_empty() {
            return self.unexpected("the name of a directive");
        }
        let mut words = 1;
        let begins = |phrase: &str| {
            let begins = |c: &&Construct| c.text().starts_with(&format!("{phrase} "));
            Construct::ALL.iter().any(|c| begins(&c))
        };
        while begins(&phrase) && !self.word_at(words).is_empty() {
            phrase = format!("{phrase} {}", self.word_at(words));
            words += 1;
        }
        let prefixes = Construct::ALL.iter().map(|construct| {
            let end = construct.text().match_indices(' ').nth(words - 1);
            &construct.text()[..end.map_or(construct.text().len(), |(at, _)| at)]
        });
        let what = format!("unknown OpenMP directive `{phrase}`");
        match similar(&phrase, prefixes) {
            Some(word) => {
                let message = Diagnostic::error(span, what);
                self.report(message.help(format!("did you mean `{word}`?")));
            }
            None => self.unclear.push(Unclear { span, what }),
        }
        Err(Failed)
    }
}
