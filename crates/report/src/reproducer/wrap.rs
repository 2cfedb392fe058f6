//! Operators on atomic objects in the text, each with a macro around it.

use std::ops::Range;

use super::list::is_of_name;

/// Words before the text of assembly.
const ASSEMBLY: [&str; 6] = ["asm", "__asm", "__asm__", "volatile", "__volatile__", "goto"];

/// The expression that accesses the object which stands at `range`: with the operator, if it is changed. None
/// if it is an argument of a function for atomic operations, which is forced by its name, or only a name for
/// something else.
pub fn expression(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let (before, behind) = (&text[..range.start], &text[range.end..]);
    let first = text[range.clone()]
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    let is_assembly = first.is_some_and(|word| ASSEMBLY.contains(&word));
    if is_assembly || is_argument(before) || behind.trim_start().starts_with('(') {
        return None;
    }
    let is_name_cut = behind.bytes().next().is_some_and(is_of_name)
        && text[range.clone()].bytes().next_back().is_some_and(is_of_name);
    if range.is_empty() || is_name_cut {
        return None;
    }
    let prefix = before.trim_end();
    if prefix.ends_with("++") || prefix.ends_with("--") {
        return Some(prefix.len() - 2..range.end);
    }
    let skipped = behind.len() - behind.trim_start().len();
    let rest = &behind[skipped..];
    if rest.starts_with("++") || rest.starts_with("--") {
        return Some(range.start..range.end + skipped + 2);
    }
    if is_assignment(rest) {
        return Some(range.start..range.end + end_of_assignment(behind));
    }
    Some(range)
}

fn is_assignment(rest: &str) -> bool {
    const COMPOUND: [&str; 10] = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
    rest.starts_with('=') && !rest.starts_with("==") || COMPOUND.iter().any(|sign| rest.starts_with(sign))
}

/// How far an assignment goes: up to what ends the expression around it.
fn end_of_assignment(text: &str) -> usize {
    let mut depth = 0;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' | b'\'' => {
                while let Some((_, inside)) = bytes.next() {
                    match inside {
                        b'\\' => _ = bytes.next(),
                        _ if inside == byte => break,
                        _ => {}
                    }
                }
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b')' | b']' | b'}' | b';' => return at,
            b',' | b':' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// Whether what follows is an argument of a function for atomic operations, or an operand of assembly.
fn is_argument(before: &str) -> bool {
    let bytes = before.as_bytes();
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth > 0 => depth -= 1,
            b'(' => {
                let name = before[..at].trim_end();
                let start = name
                    .bytes()
                    .rposition(|byte| !is_of_name(byte))
                    .map_or(0, |at| at + 1);
                let starts = ["atomic_", "__atomic_", "__c11_atomic_", "__sync_"];
                let name = &name[start..];
                if starts.iter().any(|prefix| name.starts_with(prefix)) || ASSEMBLY.contains(&name) {
                    return true;
                }
            }
            b';' | b'{' | b'}' => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, name: &str) -> Option<String> {
        let start = text.find(name)?;
        expression(text, start..start + name.len()).map(|range| text[range].to_owned())
    }

    #[test]
    fn an_access_is_taken_with_its_operator() {
        assert_eq!(wrapped("while (!a) ;", "a").as_deref(), Some("a"));
        assert_eq!(
            wrapped("f(1, p->x = g(2, ','), 3);", "p->x").as_deref(),
            Some("p->x = g(2, ',')")
        );
        assert_eq!(wrapped("x ++;", "x").as_deref(), Some("x ++"));
        assert_eq!(wrapped("if (-- x) y();", "x").as_deref(), Some("-- x"));
        assert_eq!(wrapped("x <<= 2;", "x").as_deref(), Some("x <<= 2"));
        assert_eq!(wrapped("z = x == 2;", "x").as_deref(), Some("x"));
        assert_eq!(wrapped("while (atomic_load(&q) == 0) ;", "q"), None);
        assert_eq!(wrapped("LOCK(m);", "LOCK"), None);
        assert_eq!(
            wrapped("asm volatile(\"pause\");", "asm volatile(\"pause\");"),
            None
        );
        assert_eq!(wrapped("asm volatile(\"inc %0\" : \"+m\"(*p));", "*p"), None);
    }
}
