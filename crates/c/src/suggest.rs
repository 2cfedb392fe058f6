//! What the user may have meant by a misspelt word.

/// The candidate nearest to a misspelt word, if it is near enough; the first in alphabetical order if
/// several are.
pub(crate) fn similar<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    candidates
        .filter(|candidate| !candidate.is_empty() && *candidate != word)
        .filter_map(|candidate| Some((distance(word, candidate, limit)?, candidate)))
        .filter(|(distance, candidate)| *distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edits between two words (insert, delete, replace), if at most `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 || b.len() > 64 {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= limit)
}
