//! Chunks of objects and names of spaces as bytes, and back.
//!
//! Every chunk carries the description of its object, so that chunks can be put back in any order: the first
//! one that does not agree with the object at hand makes it anew.

use raceproof_ir::{FuncId, GlobalId, SlotId};

use super::object::{CHUNKED, CLEAN, CONSTANT, PARTIAL};
use super::{CHUNK, Life, Memory, Object, ObjectKind};
use crate::encode::{Reader, put};
use crate::{ObjectId, Site, SpaceId};

const ALIVE: u64 = 1;
const IS_CONSTANT: u64 = 2;
const IS_PARTIAL: u64 = 4;

impl Memory {
    /// Appends the bytes of a chunk; none if the object is absent or has no such chunk.
    pub(crate) fn encode_chunk(&self, id: ObjectId, chunk: u32, out: &mut Vec<u8>) {
        let Some(object) = self.object(id) else {
            return;
        };
        match object.life {
            Life::Absent => {}
            Life::Freed(site) => {
                if chunk == 0 {
                    put(out, 0);
                    object.encode_description(out);
                    put(out, u64::from(site.0));
                }
            }
            Life::Alive if chunk < object.chunks() => object.encode_chunk(chunk, out),
            Life::Alive => {}
        }
    }

    /// Puts a chunk back.
    pub(crate) fn decode_chunk(&mut self, id: ObjectId, chunk: u32, bytes: &[u8]) {
        if bytes.is_empty() {
            if chunk == 0 {
                self.forget(id);
            }
            return;
        }
        let mut r = Reader::new(bytes);
        let tag = r.get();
        let description = Description::decode(&mut r);
        if tag == 0 {
            let site = Site(r.get32());
            self.forget(id);
            let object = self.room(id);
            description.apply(object);
            object.life = Life::Freed(site);
            return self.remember_address(id);
        }
        let tracking = self.tracking;
        let object = self.room(id);
        let constant = tag & IS_CONSTANT != 0;
        if !object.is_alive() || Description::of(object) != description || object.is_constant() != constant {
            self.forget(id);
            let object = self.room(id);
            object.begin(description.size, description.align, description.kind, true);
            description.apply(object);
            if matches!(description.kind, ObjectKind::Code(_)) {
                object.limit = 0;
                object.buffer = Vec::new();
            }
            if constant {
                object.flags |= CONSTANT;
            }
            if tracking {
                object.all_clean();
            }
            self.remember_address(id);
            self.rise(id);
        }
        self.room(id).decode_chunk(chunk, tag & IS_PARTIAL != 0, r);
    }

    /// The place of an object, made if need be.
    fn room(&mut self, id: ObjectId) -> &mut Object {
        let index = id.index();
        let table = &mut self.space_mut(id.space()).objects;
        if table.len() <= index {
            table.resize_with(index + 1, Object::default);
        }
        &mut table[index]
    }

    /// Makes an object absent.
    fn forget(&mut self, id: ObjectId) {
        let Some(object) = self.object_mut(id) else {
            return;
        };
        let (life, base) = (object.life, object.base);
        object.end(Life::Absent);
        if life == Life::Absent {
            return;
        }
        if let Some(flat) = &mut self.flat {
            flat.remove(base);
            if id.space().is_stack() {
                flat.leave(id, base);
            }
        }
        let space = &mut self.spaces[id.space().0 as usize];
        while space.top > 0 && !space.objects[space.top - 1].is_alive() {
            space.top -= 1;
        }
    }

    /// A stack object lives: the stack reaches at least to it.
    fn rise(&mut self, id: ObjectId) {
        if id.space().is_stack() {
            let space = &mut self.spaces[id.space().0 as usize];
            space.top = space.top.max(id.index() + 1);
        }
    }

    fn remember_address(&mut self, id: ObjectId) {
        let Memory { spaces, flat, .. } = self;
        let object = &spaces[id.space().0 as usize].objects[id.index()];
        if let Some(flat) = flat {
            flat.restore(id, object.base, object.size);
            if id.space().is_stack() {
                let next = flat.next(id.space()).min(object.base);
                flat.set_next(id.space(), next);
            }
        }
    }

    /// Appends what decides the next names of a heap space. A stack's follow from its objects.
    pub(crate) fn encode_space(&self, space: SpaceId, out: &mut Vec<u8>) {
        let Some(table) = self.spaces.get(space.0 as usize) else {
            return;
        };
        if space.is_stack() || table.objects.is_empty() {
            return;
        }
        put(out, table.objects.len() as u64);
        put(out, self.flat.as_ref().map_or(0, |f| u64::from(f.next(space))));
        // Freed objects in runs of consecutive names.
        let mut freed = table.freed.iter().copied().peekable();
        while let Some(first) = freed.next() {
            let mut last = first;
            while freed.peek() == Some(&(last + 1)) {
                last += 1;
                freed.next();
            }
            put(out, u64::from(first));
            put(out, u64::from(last - first));
        }
    }

    /// Puts the names of a space back.
    pub(crate) fn decode_space(&mut self, space: SpaceId, bytes: &[u8]) {
        if space.is_stack() {
            return;
        }
        let mut r = Reader::new(bytes);
        let count = r.get() as usize;
        let next = r.get32();
        for index in count..self.space_mut(space).objects.len() {
            if let Some(id) = ObjectId::new(space, index) {
                self.forget(id);
            }
        }
        let table = self.space_mut(space);
        table.freed.clear();
        table.objects.resize_with(count, Object::default);
        while !r.is_empty() {
            let first = r.get32();
            let length = r.get32();
            table.freed.extend(first..=first.saturating_add(length));
        }
        if let Some(flat) = &mut self.flat {
            flat.set_next(space, next);
        }
    }
}

/// What an object is, apart from its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Description {
    kind: ObjectKind,
    size: u32,
    align: u32,
    base: u32,
}

impl Description {
    fn of(object: &Object) -> Description {
        Description {
            kind: object.kind,
            size: object.size,
            align: object.align,
            base: object.base,
        }
    }

    fn apply(self, object: &mut Object) {
        object.kind = self.kind;
        object.size = self.size;
        object.align = self.align;
        object.base = self.base;
    }

    fn decode(r: &mut Reader<'_>) -> Description {
        let kind = match r.get() {
            0 => ObjectKind::Global(GlobalId(r.get32())),
            1 => ObjectKind::ThreadLocal(GlobalId(r.get32())),
            2 => ObjectKind::Code(FuncId(r.get32())),
            3 => ObjectKind::Slot(FuncId(r.get32()), SlotId(r.get32())),
            4 => ObjectKind::Alloca(Site(r.get32())),
            5 => ObjectKind::Heap(Site(r.get32())),
            6 => ObjectKind::Environment,
            7 => ObjectKind::Errno,
            _ => ObjectKind::Library,
        };
        Description {
            kind,
            size: r.get32(),
            align: r.get32(),
            base: r.get32(),
        }
    }
}

impl Object {
    fn encode_description(&self, out: &mut Vec<u8>) {
        let mut two = |tag: u64, value: u32| {
            put(out, tag);
            put(out, u64::from(value));
        };
        match self.kind {
            ObjectKind::Global(g) => two(0, g.0),
            ObjectKind::ThreadLocal(g) => two(1, g.0),
            ObjectKind::Code(f) => two(2, f.0),
            ObjectKind::Slot(f, s) => {
                two(3, f.0);
                put(out, u64::from(s.0));
            }
            ObjectKind::Alloca(s) => two(4, s.0),
            ObjectKind::Heap(s) => two(5, s.0),
            ObjectKind::Environment => put(out, 6),
            ObjectKind::Errno => put(out, 7),
            ObjectKind::Library => put(out, 8),
        }
        put(out, u64::from(self.size));
        put(out, u64::from(self.align));
        put(out, u64::from(self.base));
    }

    fn span(&self, chunk: u32) -> (usize, usize) {
        let from = (chunk * CHUNK).min(self.limit) as usize;
        let to = (u64::from(chunk + 1) * u64::from(CHUNK)).min(u64::from(self.limit)) as usize;
        (from, to)
    }

    pub(crate) fn encode_chunk(&self, chunk: u32, out: &mut Vec<u8>) {
        let (from, to) = self.span(chunk);
        let map = self.flags & PARTIAL != 0 && !self.is_initialised(from as u32, (to - from) as u32);
        let constant = if self.is_constant() { IS_CONSTANT } else { 0 };
        put(out, ALIVE | constant | if map { IS_PARTIAL } else { 0 });
        self.encode_description(out);
        if map {
            let size = self.size as usize;
            out.extend(&self.buffer[size + from / 8..size + to.div_ceil(8)]);
        }
        // Zeros at the end go without saying.
        let data = &self.buffer[from..to];
        let mut used = data.len();
        while let Some(last) = data[..used].last_chunk::<8>()
            && u64::from_le_bytes(*last) == 0
        {
            used -= 8;
        }
        let used = data[..used].iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
        out.extend(&data[..used]);
    }

    fn decode_chunk(&mut self, chunk: u32, partial: bool, mut r: Reader<'_>) {
        let (from, to) = self.span(chunk);
        let map = partial.then(|| r.take(to.div_ceil(8) - from / 8));
        let data = r.rest();
        let used = data.len().min(to - from);
        self.buffer[from..from + used].copy_from_slice(&data[..used]);
        self.buffer[from + used..to].fill(0);
        match map {
            None => self.initialise(from as u32, (to - from) as u32),
            Some(map) => {
                let size = self.size as usize;
                if self.flags & PARTIAL == 0 {
                    self.flags |= PARTIAL;
                    self.buffer.resize(size + size.div_ceil(8), 0xff);
                }
                let place = &mut self.buffer[size + from / 8..size + to.div_ceil(8)];
                let missing = |bits: &[u8]| bits.iter().map(|b| b.count_zeros()).sum::<u32>();
                self.uninitialised -= missing(place);
                place[..map.len()].copy_from_slice(map);
                self.uninitialised += missing(place);
            }
        }
    }

    /// Marks all chunks as not written since the last drain.
    fn all_clean(&mut self) {
        let chunks = self.chunks();
        if chunks > 1 {
            self.flags |= CHUNKED;
            self.clean = vec![u64::MAX; chunks.div_ceil(64) as usize].into_boxed_slice();
        } else {
            self.flags |= CLEAN;
        }
    }
}
