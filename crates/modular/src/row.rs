//! Rows that pointers lead to: a table whose cells each hold the address of a block of their own.
//!
//! Whoever makes a table of rows (`double **`) stores the address of each block once, in one cell, when
//! nobody else knows it. If every store of an address of such blocks is of that sort, no two cells ever lead
//! to one block. Then two addresses in rows meet only if the cells are one, which is a question of the same
//! sort (`apart`): so the rows of rows are told apart too. What a block is that a cell leads to is an atom,
//! of which is known where the cell is; a block begins at zero, as all instances of an object do.
//!
//! Cost: one look at each address that is stored.
//!
//! SOUNDNESS: rows

use crate::analyse::Analysis;
use crate::form::{Atom, Atoms, Form};
use crate::object::ObjectId;
use crate::state::State;
use crate::value::Value;
use raceproof_engine::condition;
use std::rc::Rc;

impl Atoms {
    /// Where the cell is that led to the block of an address, if one did, and how far into the block it is;
    /// nothing if it was made of several.
    pub fn in_row(&self, form: &Form) -> Option<(Option<Rc<Form>>, Form)> {
        let rows = form
            .terms
            .iter()
            .filter_map(|(atom, factor)| match self.atom(*atom) {
                Atom::Row(cell) => Some((*atom, *factor, cell)),
                _ => None,
            });
        let rows: Vec<_> = rows.collect();
        match rows[..] {
            [] => Some((None, form.clone())),
            [(atom, 1, cell)] => Some((Some(cell.clone()), form.plus(&Form::atom(atom), -1)?)),
            _ => None,
        }
    }
}

impl Analysis<'_> {
    /// The block whose address this store makes known, which stood nowhere before.
    pub(crate) fn placed_once(&self, state: &State, address: &Value, value: &Value) -> Option<ObjectId> {
        let [(target, _)] = value.targets[..] else {
            return None;
        };
        let is_new = condition!("rows", "the youngest instance", target.recent)
            && condition!("rows", "stands nowhere yet", state.fresh.contains(&target.object));
        (is_new && !address.is_forged() && !value.is_forged()).then_some(target.object)
    }

    /// The block that a load finds, by where the cell is.
    pub(crate) fn row(&mut self, address: &Value, value: &Value) -> Option<Rc<Form>> {
        if address.is_lost() || value.is_lost() || value.targets.is_empty() {
            return None;
        }
        let is_row = value.targets.iter().all(|(target, offsets)| {
            let object = target.object;
            // What is not known to be a block of its own from its start on is not followed.
            offsets.constant() == Some(0)
                && self.is_block(object)
                && condition!("rows", "in one cell", !self.memory.spread.contains(&object))
                && !self.memory.disclosed.contains(&object)
        });
        if !is_row {
            return None;
        }
        let cell = Rc::new(self.address_sum(address)?);
        let row = self
            .atoms
            .find(Atom::Row(cell), i128::from(i64::MIN), i128::from(i64::MAX));
        Some(Rc::new(Form::atom(row)))
    }
}
