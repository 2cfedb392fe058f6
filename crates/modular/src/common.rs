//! What many places know alike.

use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// Something that is the same at most places, so that they share it; who changes it has a copy.
#[derive(Debug, Default)]
pub(crate) struct Common<T>(Rc<T>);

impl<T> Clone for Common<T> {
    fn clone(&self) -> Common<T> {
        Common(Rc::clone(&self.0))
    }
}

impl<T> From<T> for Common<T> {
    fn from(value: T) -> Common<T> {
        Common(Rc::new(value))
    }
}

impl<T> Deref for Common<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Common<T> {
    fn deref_mut(&mut self) -> &mut T {
        Rc::make_mut(&mut self.0)
    }
}

impl<T: PartialEq> PartialEq for Common<T> {
    fn eq(&self, other: &Common<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T: Eq> Eq for Common<T> {}

impl<T: Ord> PartialOrd for Common<T> {
    fn partial_cmp(&self, other: &Common<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for Common<T> {
    fn cmp(&self, other: &Common<T>) -> Ordering {
        match Rc::ptr_eq(&self.0, &other.0) {
            true => Ordering::Equal,
            false => self.0.cmp(&other.0),
        }
    }
}
