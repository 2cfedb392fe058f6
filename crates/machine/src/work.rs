//! Works, and who might do them.
//!
//! The operations on works name who shares them by a word, which a runtime makes: a small number is about
//! lanes of a vector loop, [`Doers::FIXED`] is the thread itself, and an address is that of a team, or of a
//! league of teams if it is odd. Nobody but [`Doers::decode`] takes that word apart.

use crate::{ObjectId, Pointer};

/// Who might do a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doers {
    /// The thread that does it, as a lane of a vector loop: beside lanes that are nearer than this, or beside
    /// all of the loop if it is zero, but a part of its thread otherwise.
    Lane(u32),
    /// The thread that does it and no other: the program says so.
    Fixed,
    /// Any thread of the team at this address.
    Team(u64),
    /// Any thread of the teams of the league at this address.
    League {
        /// The address.
        address: u64,
        /// Whether the teams have more than one thread each, which are in regions of their own.
        in_regions: bool,
    },
}

/// In the word of a league.
const OF_LEAGUE: u64 = 1;
const IN_REGIONS: u64 = 2;

impl Doers {
    /// The word for a thread that the program fixes.
    pub const FIXED: u64 = u32::MAX as u64;

    /// Takes the word apart that operations on works have.
    #[inline]
    pub fn decode(word: u64) -> Doers {
        match word {
            Doers::FIXED => Doers::Fixed,
            near if near < Doers::FIXED => Doers::Lane(near as u32),
            league if league & OF_LEAGUE != 0 => Doers::League {
                address: league & !(OF_LEAGUE | IN_REGIONS),
                in_regions: league & IN_REGIONS != 0,
            },
            team => Doers::Team(team),
        }
    }

    /// The word.
    pub fn word(self) -> u64 {
        match self {
            Doers::Lane(near) => u64::from(near),
            Doers::Fixed => Doers::FIXED,
            Doers::Team(address) => address,
            Doers::League { address, in_regions } => {
                address | OF_LEAGUE | if in_regions { IN_REGIONS } else { 0 }
            }
        }
    }

    /// Whether another thread might do it.
    #[inline]
    pub fn is_shared(self) -> bool {
        matches!(self, Doers::Team(_) | Doers::League { .. })
    }

    /// Whether those who might do it are in several regions, one for each team of a league.
    pub fn is_of_regions(self) -> bool {
        matches!(self, Doers::League { in_regions: true, .. })
    }

    /// The same league with teams of one thread each if these have more, or the other way round.
    pub fn twin(self) -> Option<Doers> {
        match self {
            Doers::League { address, in_regions } => Some(Doers::League {
                address,
                in_regions: !in_regions,
            }),
            _ => None,
        }
    }

    /// The object that a team or league is in; none if it is neither.
    pub fn object(self) -> ObjectId {
        match self.is_shared() {
            true => Pointer(self.word()).object(),
            false => ObjectId::NONE,
        }
    }
}

/// A construct whose works are shared: by whom, and its number among those that the thread met in the region.
pub type ConstructName = (Doers, u64);

/// An iteration, chunk, section or single block, or a lane of a vector loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Work {
    /// The construct that it belongs to.
    pub construct: ConstructName,
    /// Its number in the construct.
    pub number: u64,
}

impl Work {
    /// From the arguments of the operation that begins it.
    #[inline]
    pub fn begun(word: u64, construct: u64, number: u64) -> Work {
        Work {
            construct: (Doers::decode(word), construct),
            number,
        }
    }

    /// Who might do it.
    pub fn doers(self) -> Doers {
        self.construct.0
    }

    /// Whether another thread might do it.
    #[inline]
    pub fn is_shared(self) -> bool {
        self.doers().is_shared()
    }

    /// Whether this is a lane of a vector loop.
    #[inline]
    pub fn is_lane(self) -> bool {
        matches!(self.doers(), Doers::Lane(_))
    }

    /// Of a lane, how near others must be to be beside it; zero is any.
    #[inline]
    pub fn near(self) -> u64 {
        match self.doers() {
            Doers::Lane(near) => u64::from(near),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_put_together_as_it_was_taken_apart() {
        for word in [
            0,
            4,
            Doers::FIXED - 1,
            Doers::FIXED,
            7 << 32,
            7 << 32 | 8,
            7 << 32 | 9,
            7 << 32 | 11,
        ] {
            let doers = Doers::decode(word);
            assert_eq!(doers.word(), word);
            assert_eq!(doers.is_shared(), word >> 32 != 0);
            assert_eq!(doers.is_of_regions(), word >> 32 != 0 && word & 3 == 3);
            let twin = doers.twin().map(Doers::word);
            assert_eq!(twin, (word >> 32 != 0 && word & 1 == 1).then_some(word ^ 2));
        }
    }
}
