//! Names of findings that survive edits elsewhere: they are made of what the two accesses are, not of where.

use crate::{Finding, Frame, Location};

/// A hash (64-bit FNV-1a) that is the same in every release.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The name of a finding: its kind, its object without indices, and of each place the file, the function and
/// the expression. Lines, columns, threads and values do not matter.
pub fn fingerprint(finding: &Finding) -> String {
    let place = |at: &Location, stack: &[Frame], what: &str| {
        let function = stack.first().map_or("", |frame| frame.function.as_str());
        format!("{}\u{1f}{function}\u{1f}{what}", at.file)
    };
    let accesses = finding
        .accesses
        .iter()
        .map(|access| place(&access.at, &access.stack, &access.expression));
    let waits = finding.places.iter().filter(|_| finding.accesses.is_empty());
    let places = waits.map(|it| place(&it.at, &it.stack, ""));
    let mut parts: Vec<String> = accesses.chain(places).collect();
    // Which of the two comes first is a matter of the schedule.
    parts.sort();
    parts.dedup();
    let object: String = finding.object.chars().filter(|c| !c.is_ascii_digit()).collect();
    let text = format!(
        "{}\u{1e}{object}\u{1e}{}",
        finding.kind.word(),
        parts.join("\u{1e}")
    );
    format!("{:016x}", hash(&text))
}
