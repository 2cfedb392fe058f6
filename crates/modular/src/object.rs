//! Objects of memory, each standing for all its instances, and what their cells may hold.
//!
//! Memory is one for all threads and all times: a cell holds what anybody ever stores there. What grows
//! without end stops at the constants of the program for a while (widening with thresholds; Blanchet et al.
//! 2003): the place in a ring of ten, `(i + 1) % 10`, is one from 0 to 9.

use crate::assigned::{self, ByteSet};
use crate::context::ContextId;
use crate::limits;
use crate::offset::Offsets;
use crate::state::ThreadNo;
use crate::value::{Origin, Target, Value};
use raceproof_engine::condition;
use raceproof_ir::{Address, BlockId, FuncId, Global, GlobalId, Inst, Kind, Operand, Program, SlotId};
use raceproof_library::Hidden;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Index into [`Memory::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub u32);

/// Which object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    Global(GlobalId),
    /// A thread's copy of a thread-local global.
    ThreadLocal(ThreadNo, GlobalId),
    Slot(ContextId, SlotId),
    /// What an instruction allocates: block and index.
    Site(ContextId, BlockId, usize),
    Function(FuncId),
    Label(FuncId, BlockId),
    Thread(ThreadNo),
    /// A thread's values of thread-specific data.
    Keys(ThreadNo),
    /// The arrays of addresses that the program begins with: its arguments, its environment.
    Arguments,
    /// The texts of arguments and environment, what the library keeps.
    Outside,
    /// State of the library that it does not protect.
    Hidden(Hidden),
    /// What no other thread runs beside: the lock of atomic blocks.
    AtomicBlock,
    /// What keeps the combinations of a team's threads apart: of all its region, or of the construct that
    /// ends there.
    Combination(ThreadNo, Option<(ContextId, BlockId)>),
}

/// A piece of an object.
#[derive(Clone, Debug)]
struct Cell {
    at: Offsets,
    length: u64,
    value: Value,
    /// How often it grew, for widening.
    growth: u32,
    /// Whether it stands for all cells of its object.
    is_all: bool,
}

impl Cell {
    /// What stands for all cells of an object together.
    fn of_all(all: &Value) -> Cell {
        let mut value = all.blur();
        (value.low, value.high) = (i128::MIN, i128::MAX);
        Cell {
            at: Offsets::ANY,
            length: 1,
            value,
            growth: 8,
            is_all: true,
        }
    }

    /// Where a load of `length` bytes that this is a part of comes from: pieces that are put together are a
    /// computed number, unless they are zeros or nothing at all.
    fn origin(&self, length: u64) -> Origin {
        let value = &self.value;
        let is_number = value.targets.is_empty() && value.has_numbers();
        let says_nothing = value.low == i128::MIN || (value.low, value.high) == (0, 0);
        match is_number && !says_nothing && self.length < length {
            true => Origin::Computed,
            false => value.origin,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub name: Name,
    pub size: u64,
    cells: Vec<Cell>,
    initial: Option<GlobalId>,
    /// How often a cell changed.
    version: u64,
}

/// A load of an object: where, how many bytes, as what.
type Look = (ObjectId, Offsets, u64, Kind);

/// How often the object has changed, and what may have been stored anywhere, and how many are disclosed.
type Time = (u64, u64, usize);

impl Object {
    /// Whether its cells became one, because there were too many. They stay so.
    fn is_one_cell(&self) -> bool {
        matches!(&self.cells[..], [cell] if cell.is_all)
    }
}

/// All objects.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    objects: Vec<Object>,
    names: FxHashMap<Name, ObjectId>,
    /// Whether a cell changed since this was last cleared.
    pub changed: bool,
    /// Objects with cells that changed since they were last asked for.
    dirty: BTreeSet<ObjectId>,
    /// Objects whose addresses may be made of numbers, or found by code that is not known (`wild`).
    pub disclosed: BTreeSet<ObjectId>,
    /// Objects whose address was handed over by what orders nothing: who made them may not be done with what
    /// it did while they were fresh.
    pub unordered: BTreeSet<ObjectId>,
    /// The block whose address is stored for the first time, as this instance.
    pub placed: Option<ObjectId>,
    /// Objects of which several cells may have the address of one instance (`row`).
    pub spread: BTreeSet<ObjectId>,
    /// Whether something cannot be followed that may mean them.
    pub is_wild: bool,
    /// Of local variables, bytes that may be found as nobody has set them (`assigned`).
    unset: FxHashMap<ObjectId, ByteSet>,
    /// What was stored, nobody knows where: in one of those.
    anywhere: Option<Value>,
    /// How often that changed.
    anywhere_version: u64,
    /// What loads found, and when.
    found: RefCell<FxHashMap<Look, (Time, Value)>>,
    /// Where numbers that grow stop for a while: constants of the program, and those next to them.
    pub stops: Vec<i128>,
}

/// Constants that the program computes or compares with, and the numbers next to them, in increasing order.
fn constants(program: &Program) -> Vec<i128> {
    let functions = program.functions.iter().flat_map(|f| &f.blocks);
    let instructions = functions.flat_map(|block| &block.instructions);
    let operands = instructions.flat_map(|(inst, _)| match inst {
        Inst::Binary { a, b, .. } | Inst::Compare { a, b, .. } => [Some(a), Some(b)],
        _ => [None, None],
    });
    let mut stops: Vec<i128> = operands
        .flatten()
        .filter_map(|operand| match operand {
            Operand::Const(kind, bits) if kind.is_int() => Some(Value::constant(*kind, *bits).low),
            _ => None,
        })
        .flat_map(|c| [c.saturating_sub(1), c, c.saturating_add(1)])
        .collect();
    stops.sort_unstable();
    stops.dedup();
    stops
}

fn initial_number(global: &Global, at: Offsets, kind: Kind, length: u64) -> Value {
    let any = Value::any(kind);
    let Some(start) = at.constant() else {
        return if global.bytes.iter().all(|&b| b == 0) && global.relocations.is_empty() {
            Value::number(0)
        } else {
            any
        };
    };
    if kind.is_float() || start < 0 {
        return any;
    }
    let mut bits = 0u128;
    for i in 0..length.min(16) {
        let byte = global
            .bytes
            .get(start as usize + i as usize)
            .copied()
            .unwrap_or(0);
        bits |= u128::from(byte) << (8 * i);
    }
    Value::constant(
        if kind == Kind::Ptr && length < 8 {
            Kind::I32
        } else {
            kind
        },
        bits,
    )
}

impl Memory {
    /// The memory of a program, without any object yet.
    pub fn new(program: &Program) -> Memory {
        Memory {
            stops: constants(program),
            ..Memory::default()
        }
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    /// The object of a name, made if there is none.
    pub fn named(&mut self, program: &Program, name: Name, size: u64) -> ObjectId {
        if let Some(&id) = self.names.get(&name) {
            let known = &mut self.objects[id.0 as usize].size;
            if size > *known {
                *known = size;
                self.changed = true;
            }
            return id;
        }
        let id = ObjectId(self.objects.len() as u32);
        let initial = match name {
            Name::Global(g) | Name::ThreadLocal(_, g) => Some(g),
            _ => None,
        };
        self.names.insert(name, id);
        self.objects.push(Object {
            name,
            size,
            cells: Vec::new(),
            initial,
            version: 0,
        });
        self.changed = true;
        if let Some(g) = initial {
            let pointer = u64::from(Kind::Ptr.size(program.model));
            let relocations = &program.global(g).relocations;
            if relocations.len() > limits::CELLS.size() {
                let mut all = Value::NONE;
                let targets = relocations
                    .iter()
                    .flat_map(|relocation| self.address(program, relocation.target).targets);
                all.targets = targets.collect();
                all.targets.sort_unstable_by_key(|(target, _)| *target);
                all.targets.dedup_by_key(|(target, _)| *target);
                self.objects[id.0 as usize].cells = vec![Cell::of_all(&all)];
                return id;
            }
            for relocation in relocations {
                let value = self.address(program, relocation.target);
                self.store(id, Offsets::at(relocation.at as i64), pointer, &value);
            }
        }
        id
    }

    /// The value of an address constant.
    pub fn address(&mut self, program: &Program, address: Address) -> Value {
        let (name, size, offset) = match address {
            Address::Global(g, offset) => (Name::Global(g), program.global(g).size, offset),
            Address::Function(f) => (Name::Function(f), 1, 0),
            Address::Label(f, b) => (Name::Label(f, b), 1, 0),
        };
        Value::pointer(self.named(program, name, size), false, offset)
    }

    /// Somebody stores a value at some of these offsets.
    pub fn store(&mut self, id: ObjectId, at: Offsets, length: u64, value: &Value) {
        self.spread_all(value);
        let value = self.without_disclosed(value.settle());
        let object = &mut self.objects[id.0 as usize];
        if let Some(cell) = object.cells.iter_mut().find(|c| c.at == at && c.length == length) {
            let joined = match cell.growth {
                0..limits::CELL_STEADY => cell.value.join(&value),
                limits::CELL_STEADY..limits::CELL_RESTLESS => cell.value.widen_to(&value, &self.stops),
                _ => cell.value.widen(&value),
            };
            if joined != cell.value {
                cell.value = joined;
                cell.growth += 1;
                object.version += 1;
                self.changed = true;
                self.dirty.insert(id);
            }
            return;
        }
        let new = Cell {
            at,
            length,
            value,
            growth: 0,
            is_all: false,
        };
        if object.cells.len() < limits::CELLS.size() && !object.is_one_cell() {
            object.cells.push(new);
        } else {
            let mut all = Value::NONE;
            for cell in object.cells.iter().chain([&new]) {
                all = all.widen(&cell.value);
                all.origin = all.origin.max(cell.origin(8));
            }
            let all = Cell::of_all(&all);
            if object.is_one_cell() && object.cells[0].value == all.value {
                return;
            }
            object.cells = vec![all];
        }
        object.version += 1;
        self.changed = true;
        self.dirty.insert(id);
    }

    /// Bytes of a local variable may be found as nobody has set them.
    pub fn leave_unset(&mut self, id: ObjectId, bytes: ByteSet) {
        let unset = self.unset.entry(id).or_insert(0);
        if *unset | bytes != *unset {
            *unset |= bytes;
            self.objects[id.0 as usize].version += 1;
            self.changed = true;
            self.dirty.insert(id);
        }
    }

    /// Whether all that read these bytes find what somebody stored.
    fn is_set(&self, id: ObjectId, at: Offsets, length: u64) -> bool {
        let object = self.object(id);
        let unset = self.unset.get(&id).copied().unwrap_or(0);
        matches!(object.name, Name::Slot(..))
            && condition!("set-before-read", "small variable", object.size <= 64)
            && condition!(
                "set-before-read",
                "set when it is read",
                unset & assigned::bytes(at, length) == 0
            )
    }

    /// Objects with cells that changed since the last time.
    pub fn take_dirty(&mut self) -> BTreeSet<ObjectId> {
        std::mem::take(&mut self.dirty)
    }

    /// What a value leads to has its address in one more cell.
    fn spread_all(&mut self, value: &Value) {
        for (target, _) in &value.targets {
            let is_new = self.placed != Some(target.object) && self.spread.insert(target.object);
            self.changed |= is_new;
        }
    }

    /// Somebody stores a value in a disclosed object.
    pub fn store_anywhere(&mut self, value: &Value) {
        self.spread_all(value);
        let all = self.anywhere.as_ref().unwrap_or(&Value::NONE).widen(value);
        let all = self.without_disclosed(all);
        if self.anywhere.as_ref() != Some(&all) {
            self.anywhere = Some(all);
            self.anywhere_version += 1;
            self.changed = true;
        }
    }

    /// What may have been stored in an object by who knows whom.
    fn anywhere(&self, id: ObjectId) -> Option<&Value> {
        self.anywhere.as_ref().filter(|_| self.disclosed.contains(&id))
    }

    /// What a load of `length` bytes may find there.
    pub fn load(&self, program: &Program, id: ObjectId, at: Offsets, length: u64, kind: Kind) -> Value {
        let object = self.object(id);
        // What is there has seldom changed since the last look.
        let now = (object.version, self.anywhere_version, self.disclosed.len());
        let look = (id, at, length, kind);
        if let Some((then, found)) = self.found.borrow().get(&look)
            && *then == now
        {
            return found.clone();
        }
        let mut result = match object.initial {
            Some(g) => initial_number(program.global(g), at, kind, length),
            None if self.is_set(id, at, length) => Value::NONE,
            None => Value::any(kind),
        };
        for cell in &object.cells {
            if !cell.at.overlaps(cell.length, at, length) {
                continue;
            }
            if cell.length == length && cell.at.aligned(at, length) {
                result.absorb(&cell.value);
            } else {
                result.absorb_blurred(&cell.value);
                result.absorb(&Value::any(kind));
                result.origin = result.origin.max(cell.origin(length));
            }
        }
        if let Some(value) = self.anywhere(id) {
            result.absorb(value);
            result.absorb(&Value::any(kind));
        }
        let found = self.without_disclosed(result.fit(kind));
        self.found.borrow_mut().insert(look, (now, found.clone()));
        found
    }

    /// An address of which nothing is known may mean whatever is disclosed, so that it need not say which.
    fn without_disclosed(&self, mut value: Value) -> Value {
        if value.is_forged() && !value.targets.is_empty() {
            let is_meant = |target: &Target| !target.recent && self.disclosed.contains(&target.object);
            value.targets.retain(|(target, _)| !is_meant(target));
            if !value.has_numbers() {
                (value.low, value.high) = (i128::MIN, i128::MAX);
            }
        }
        value
    }

    /// Everything that the object may hold.
    pub fn contents(&self, id: ObjectId) -> Value {
        let cells = &self.object(id).cells;
        let cells = cells.iter().map(|cell| &cell.value);
        cells
            .chain(self.anywhere(id))
            .fold(Value::NONE, |mut all, value| {
                all.absorb(value);
                all
            })
    }

    /// The objects that a value leads to: of an address of which nothing is known all that are disclosed.
    pub fn led_to(&self, value: &Value) -> Vec<ObjectId> {
        let known = value.targets.iter().map(|(t, _)| t.object);
        let disclosed = self.disclosed.iter().filter(|_| value.is_forged());
        known.chain(disclosed.copied()).collect()
    }

    /// The pieces of an object that a range overlaps.
    pub fn pieces(&self, id: ObjectId, at: Offsets, length: u64) -> Vec<(Offsets, u64, Value)> {
        let cells = self.object(id).cells.iter();
        cells
            .filter(|cell| cell.at.overlaps(cell.length, at, length))
            .map(|cell| (cell.at, cell.length, cell.value.clone()))
            .chain(self.anywhere(id).map(|value| (Offsets::ANY, 1, value.clone())))
            .collect()
    }
}
