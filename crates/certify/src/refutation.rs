//! What shows that an argument is wrong.

use raceproof_engine::argument::ObjectName;
use raceproof_ir::{Point, Program};

/// A run that the argument of a proof does not agree with. That proof is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The object that the argument is wrong about.
    pub object: ObjectName,
    /// In which way.
    pub how: Broken,
}

/// In which way an argument is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// An access that the argument does not list.
    Unlisted(Point),
    /// A write that the argument lists as a read only.
    Written(Point),
    /// A plain access that the argument lists as atomic.
    Plain(Point),
    /// Two accesses by different threads that none of the reasons keeps apart.
    Unordered(Point, Point),
    /// Two accesses by different threads to what the argument has as one thread's own.
    Unshared(Point, Point),
    /// An access without the lock that alone keeps it apart from others.
    Unheld(Point),
    /// Two threads hold what lets one past at a time.
    TwoHolders(Point),
    /// A defect that the proof assumes away.
    Undefined(Point),
}

impl Refutation {
    /// The places that show it: one, or two.
    pub fn places(&self) -> (Point, Point) {
        match self.how {
            Broken::Unordered(a, b) | Broken::Unshared(a, b) => (a, b),
            Broken::Unlisted(at)
            | Broken::Written(at)
            | Broken::Plain(at)
            | Broken::Unheld(at)
            | Broken::TwoHolders(at)
            | Broken::Undefined(at) => (at, at),
        }
    }

    /// In words, for the user.
    pub fn words(&self, program: &Program) -> String {
        let object = match self.object {
            ObjectName::Global(g) | ObjectName::ThreadLocal(g) => format!("`{}`", program.global(g).name),
            ObjectName::Slot(f, slot) => {
                let slots = &program.function(f).slots;
                let name = slots.get(slot.0 as usize).map_or("", |slot| slot.name.as_str());
                format!("`{name}`")
            }
            ObjectName::Block(_) => "a block of memory".to_owned(),
            ObjectName::Outside => "memory of the library".to_owned(),
        };
        match self.how {
            Broken::Unlisted(_) => format!("an access to {object} is not part of the argument"),
            Broken::Written(_) => format!("{object} is written where the argument has it read"),
            Broken::Plain(_) => format!("{object} is accessed without being atomic"),
            Broken::Unordered(..) => {
                format!("two accesses to {object} are not kept apart as the argument says")
            }
            Broken::Unshared(..) => {
                format!("two threads access {object}, which the argument has as one's own")
            }
            Broken::Unheld(_) => format!("{object} is accessed without its lock"),
            Broken::TwoHolders(_) => format!("two threads have {object} as their lock at the same time"),
            Broken::Undefined(_) => "the program has a defect that the argument assumes away".to_owned(),
        }
    }
}
