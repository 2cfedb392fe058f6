//! The text of assembler statements: constraints, and the instructions of a template.

/// What a constraint says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    pub is_memory: bool,
    /// `+`.
    pub is_read: bool,
    /// The number of an output.
    pub tied: Option<usize>,
    /// The one register that it allows.
    pub letter: Option<u8>,
    /// `@cc…`.
    pub flag: Option<String>,
}

impl Constraint {
    pub fn of(text: &[u8]) -> Constraint {
        let text = String::from_utf8_lossy(text).into_owned();
        let rest = text.trim_start_matches(['=', '+', '&', '%', ' ']);
        let letters: Vec<u8> = rest.bytes().filter(|c| c.is_ascii_alphabetic()).collect();
        let only = |set: &[u8]| !letters.is_empty() && letters.iter().all(|letter| set.contains(letter));
        Constraint {
            is_memory: only(b"moVQ"),
            is_read: text.contains('+'),
            tied: rest.parse().ok(),
            letter: match letters[..] {
                [letter @ (b'a' | b'b' | b'c' | b'd' | b'S' | b'D')] => Some(letter),
                _ => None,
            },
            flag: rest.strip_prefix("@cc").map(str::to_owned),
        }
    }
}

/// The letter of the constraint that picks a register.
pub(super) fn register_letter(name: &str) -> Option<u8> {
    Some(match name {
        "al" | "ax" | "eax" | "rax" => b'a',
        "bl" | "bx" | "ebx" | "rbx" => b'b',
        "cl" | "cx" | "ecx" | "rcx" => b'c',
        "dl" | "dx" | "edx" | "rdx" => b'd',
        "sil" | "si" | "esi" | "rsi" => b'S',
        "dil" | "di" | "edi" | "rdi" => b'D',
        _ => return None,
    })
}

/// An instruction without the suffix that says how many bytes it works on.
pub(super) fn mnemonic(name: &str) -> Option<(&'static str, Option<u8>)> {
    const STEMS: [&str; 29] = [
        "add", "and", "bsf", "bsr", "bswap", "btc", "btr", "bts", "cmp", "cmpxchg", "dec", "inc", "mov",
        "neg", "not", "or", "popcnt", "rol", "ror", "sal", "sbb", "shl", "shr", "sub", "test", "tzcnt",
        "xadd", "xchg", "xor",
    ];
    let find = |name: &str| STEMS.into_iter().find(|stem| *stem == name);
    if let Some(stem) = find(name) {
        return Some((stem, None));
    }
    let suffix = name.bytes().last().filter(|last| b"bwlq".contains(last))?;
    Some((find(&name[..name.len() - 1])?, Some(suffix)))
}

/// The instructions of a template, with `lock` before those that have it; none if it has more than
/// instructions.
pub(super) fn instructions(text: &str) -> Option<Vec<String>> {
    let mut result = Vec::new();
    let mut is_locked = false;
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        // A label that nothing jumps to.
        if words.first().is_some_and(|word| word.ends_with(':')) {
            words.remove(0);
        }
        if matches!(words[..], ["lock"]) {
            is_locked = true;
            continue;
        }
        match words[..] {
            [] | ["rep"] => {}
            ["rep", "nop"] => result.push("pause".to_owned()),
            _ => {
                let lock = if std::mem::take(&mut is_locked) {
                    "lock "
                } else {
                    ""
                };
                result.push(format!("{lock}{}", words.join(" ")));
            }
        }
    }
    Some(result).filter(|_| !is_locked)
}

#[cfg(test)]
mod tests {
    use super::{Constraint, instructions, mnemonic};

    #[test]
    fn templates_are_instructions() {
        let all = |text| instructions(text).map(|list| list.join("|"));
        assert_eq!(all("lock; xaddl %0, %1;").as_deref(), Some("lock xaddl %0, %1"));
        assert_eq!(
            all("lock cmpxchgq %3, %1\n\tsete %0 # ok").as_deref(),
            Some("lock cmpxchgq %3, %1|sete %0")
        );
        assert_eq!(all("rep; nop").as_deref(), Some("nop"));
        assert_eq!(all("rep nop").as_deref(), Some("pause"));
        assert_eq!(all("1: incl %0").as_deref(), Some("incl %0"));
        assert_eq!(all(" \n;").as_deref(), Some(""));
        assert_eq!(all("lock;"), None);
    }

    #[test]
    fn suffixes_are_sizes() {
        assert_eq!(mnemonic("xaddl"), Some(("xadd", Some(b'l'))));
        assert_eq!(mnemonic("shl"), Some(("shl", None)));
        assert_eq!(mnemonic("shll"), Some(("shl", Some(b'l'))));
        assert_eq!(mnemonic("sub"), Some(("sub", None)));
        assert_eq!(mnemonic("hlt"), None);
        assert_eq!(mnemonic("xadds"), None);
    }

    #[test]
    fn constraints_pick_places() {
        let of = |text: &str| Constraint::of(text.as_bytes());
        assert!(of("+m").is_memory && of("+m").is_read);
        assert!(!of("rm").is_memory && !of("=r").is_read);
        assert_eq!(
            (of("=a").letter, of("q").letter, of("=&a").letter),
            (Some(b'a'), None, Some(b'a'))
        );
        assert_eq!((of("0").tied, of("r").tied), (Some(0), None));
        assert_eq!(of("=@ccz").flag.as_deref(), Some("z"));
    }
}
