//! Findings that the user knows of and does not want to hear about again.
//!
//! They stay in the report and are counted; only the exit status and the annotations leave them out. A proof
//! is never made of them: a suppressed race leaves the verdict a race.

use crate::fingerprint::fingerprint;
use crate::{Finding, Kind, Report, Sources};

/// Why a finding is suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Whether a comment in the source says so.
    pub in_source: bool,
    /// The reason that the user gave, or where the suppression comes from.
    pub reason: String,
}

/// A rule that suppresses findings. Each part that is given must fit; patterns may have `*`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignore {
    /// Only findings of this kind.
    pub kind: Option<Kind>,
    /// The object's name.
    pub object: Option<String>,
    /// A function on the stack of either access.
    pub function: Option<String>,
    /// A file of either access.
    pub file: Option<String>,
    /// The object, a function or a file.
    pub anything: Option<String>,
    /// Why.
    pub reason: String,
}

/// What is to be suppressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppressions {
    /// Rules.
    pub rules: Vec<Ignore>,
    /// Names of findings that are known.
    pub known: Vec<String>,
}

/// What a comment begins with that suppresses a finding on its line or on the next one.
const COMMENT: &str = "raceproof: ignore(";

impl Suppressions {
    /// Reads a file as ThreadSanitizer has them: `race:pattern`, `deadlock:pattern`, `#` for comments.
    ///
    /// # Errors
    ///
    /// The number of a line that is none of these, and what is wrong with it.
    pub fn add_file(&mut self, name: &str, text: &str) -> Result<(), (usize, String)> {
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: &str| (number + 1, what.to_owned());
            let (kind, pattern) = line
                .split_once(':')
                .ok_or_else(|| wrong("write KIND:PATTERN, as in `race:worker`"))?;
            // `called_from_lib` and `race_top` are ThreadSanitizer's; what they say is said by `race`.
            let kind = match kind {
                "race_top" => Kind::Race,
                "mutex" => Kind::Misuse,
                word => {
                    let found = Kind::ALL.into_iter().find(|kind| kind.word() == word);
                    found.ok_or_else(|| wrong("the kind is not known: race, deadlock, …"))?
                }
            };
            if pattern.trim().is_empty() {
                return Err(wrong("the pattern is empty"));
            }
            self.rules.push(Ignore {
                kind: Some(kind),
                anything: Some(format!("*{}*", pattern.trim())),
                reason: format!("{name}:{}", number + 1),
                ..Ignore::default()
            });
        }
        Ok(())
    }

    /// Whether anything may be suppressed, so that the first race need not be the one that counts.
    pub fn may_apply(&self, sources: &Sources) -> bool {
        let has_comment = |(_, text): (&str, &str)| text.contains(COMMENT);
        !self.rules.is_empty() || !self.known.is_empty() || sources.texts().any(has_comment)
    }

    /// Marks the findings that are suppressed, by a comment at one of their places first.
    pub fn apply(&self, report: &mut Report, sources: &Sources) {
        for finding in &mut report.findings {
            finding.suppressed = self.find(finding, sources);
        }
    }

    fn find(&self, finding: &Finding, sources: &Sources) -> Option<Suppression> {
        if let Some(reason) = comment(finding, sources) {
            return Some(Suppression {
                in_source: true,
                reason,
            });
        }
        let external = |reason: &str| Suppression {
            in_source: false,
            reason: reason.to_owned(),
        };
        if let Some(rule) = self.rules.iter().find(|rule| rule.fits(finding)) {
            return Some(external(&rule.reason));
        }
        let is_known = !self.known.is_empty() && self.known.contains(&fingerprint(finding));
        is_known.then(|| external("in the baseline"))
    }
}

/// The reason of a comment at one of the places of a finding.
fn comment(finding: &Finding, sources: &Sources) -> Option<String> {
    let accesses = finding.accesses.iter().map(|access| &access.at);
    let places = finding.places.iter().map(|place| &place.at);
    accesses.chain(places).filter(|at| at.is_known()).find_map(|at| {
        let mut lines = sources
            .text(&at.file)?
            .lines()
            .skip(at.line.saturating_sub(2) as usize);
        let line = |line: Option<&str>, is_before: bool| {
            let (code, rest) = line?.split_once(COMMENT)?;
            let comment = code.rfind("//").or_else(|| code.rfind("/*"))?;
            // Beside code it speaks of its own line only.
            if is_before && !code[..comment].trim().is_empty() {
                return None;
            }
            Some(rest.rsplit_once(')')?.0.trim().to_owned())
        };
        let before = if at.line > 1 { lines.next() } else { None };
        let before = line(before, true);
        before.or_else(|| line(lines.next(), false))
    })
}

impl Ignore {
    fn fits(&self, finding: &Finding) -> bool {
        let object = |pattern: &str| {
            let root = finding.object.split(['[', '.']).next().unwrap_or_default();
            is_like(pattern, &finding.object) || is_like(pattern, root)
        };
        let of_accesses = || finding.accesses.iter().map(|access| (&access.at, &access.stack));
        let of_places = || finding.places.iter().map(|place| (&place.at, &place.stack));
        let all = || of_accesses().chain(of_places());
        let function = |pattern: &str| {
            all().any(|(_, stack)| stack.iter().any(|frame| is_like(pattern, &frame.function)))
        };
        let file = |pattern: &str| {
            all().any(|(at, _)| {
                let name = at.file.rsplit('/').next().unwrap_or_default();
                is_like(pattern, &at.file) || is_like(pattern, name)
            })
        };
        let holds =
            |pattern: &Option<String>, test: &dyn Fn(&str) -> bool| pattern.as_deref().is_none_or(test);
        self.kind.is_none_or(|kind| kind == finding.kind)
            && holds(&self.object, &object)
            && holds(&self.function, &function)
            && holds(&self.file, &file)
            && holds(&self.anything, &|pattern| {
                object(pattern) || function(pattern) || file(pattern)
            })
    }
}

/// Whether a text is what a pattern says, in which `*` stands for any part.
fn is_like(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_part() {
        for (pattern, text) in [
            ("a", "a"),
            ("*", ""),
            ("a*", "abc"),
            ("*c", "abc"),
            ("a*b*c", "axbxbyc"),
        ] {
            assert!(is_like(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("a*", "ba"), ("a*b*c", "acb"), ("ab*ba", "aba")] {
            assert!(!is_like(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn files_of_suppressions_have_positions_for_what_is_wrong() {
        let mut all = Suppressions::default();
        assert_eq!(
            all.add_file("s", "# known\nrace:worker\n\ndeadlock:a.c\n"),
            Ok(())
        );
        assert_eq!(all.rules.len(), 2);
        for (text, line) in [("race", 1), ("race:x\nsilly:y", 2), ("race: ", 1)] {
            assert_eq!(all.add_file("s", text).map_err(|(at, _)| at), Err(line), "{text}");
        }
    }
}
