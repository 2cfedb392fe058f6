//! Interned spellings: names, and the raw text of literals.
//!
//! A [`Symbol`] is equal to another of the same [`Interner`] exactly if the spellings are equal, so
//! comparing names is comparing integers. Spellings are bytes, because a string literal may hold
//! bytes that are not UTF-8; names always are UTF-8.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// FNV-1a: spellings are short, and the default hasher costs more than the rest of the lexer.
#[derive(Clone)]
struct SpellingHasher(u64);

impl Default for SpellingHasher {
    fn default() -> Self {
        SpellingHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for SpellingHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_usize(&mut self, _: usize) {
        // The length prefix of a slice adds nothing here: keys are whole spellings.
    }
}

/// The table of all spellings of a session.
#[derive(Clone)]
pub struct Interner {
    map: HashMap<Box<[u8]>, Symbol, BuildHasherDefault<SpellingHasher>>,
    spellings: Vec<Box<[u8]>>,
}

impl std::fmt::Debug for Interner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Interner({} spellings)", self.spellings.len())
    }
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// A table that holds the keywords, whose symbols come first and in the order of
    /// [`KEYWORDS`](crate::lex::KEYWORDS), so that a symbol tells whether it is one.
    pub fn new() -> Self {
        let mut interner = Interner {
            map: HashMap::with_capacity_and_hasher(1024, BuildHasherDefault::default()),
            spellings: Vec::with_capacity(1024),
        };
        for (spelling, ..) in crate::lex::KEYWORDS {
            interner.intern(spelling);
        }
        interner
    }

    /// The symbol of a spelling, new if it was not seen before.
    pub fn intern_bytes(&mut self, spelling: &[u8]) -> Symbol {
        if let Some(&symbol) = self.map.get(spelling) {
            return symbol;
        }
        let symbol = Symbol(self.spellings.len() as u32);
        self.spellings.push(spelling.into());
        self.map.insert(spelling.into(), symbol);
        symbol
    }

    /// Takes over the spellings of another table; gives the symbol of each here.
    pub fn adopt(&mut self, other: &Interner) -> Vec<Symbol> {
        other
            .spellings
            .iter()
            .map(|spelling| self.intern_bytes(spelling))
            .collect()
    }

    /// The symbol of a name, new if it was not seen before.
    pub fn intern(&mut self, name: &str) -> Symbol {
        self.intern_bytes(name.as_bytes())
    }

    /// The symbol of a name if it was seen before.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.map.get(name.as_bytes()).copied()
    }

    /// The spelling of a symbol. A symbol of another interner gives the empty spelling.
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        self.spellings
            .get(symbol.0 as usize)
            .map_or(&[], |spelling| spelling)
    }

    /// The spelling of a name; of a literal that is not UTF-8, the part before the first bad byte.
    pub fn name(&self, symbol: Symbol) -> &str {
        let bytes = self.bytes(symbol);
        match std::str::from_utf8(bytes) {
            Ok(name) => name,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
        }
    }
}
