//! Which parts of memory changed since somebody last asked.

use super::object::{CHUNKED, CLEAN, CONSTANT};
use super::{CHUNK, Memory, Object, Refused};
use crate::part::Part;
use crate::{FaultKind, ObjectId, SpaceId};

impl Memory {
    /// Starts to keep track of the parts that change.
    pub fn track(&mut self) {
        if self.tracking {
            return;
        }
        self.tracking = true;
        let ids: Vec<ObjectId> = self.objects().map(|(id, _)| id).collect();
        for id in ids {
            self.begin_tracking(id);
        }
        self.spaces.iter_mut().for_each(|s| s.dirty = true);
        self.names_dirty = true;
    }

    /// Hands over the parts that changed since the last drain, each once, in no particular order.
    pub fn drain(&mut self, out: &mut Vec<Part>) {
        for i in 0..self.dirty.len() {
            let part = self.dirty[i];
            if let Part::Object(id, chunk) = part
                && let Some(object) = self.object_mut(id)
            {
                object.listed = 0;
                if object.is_alive() {
                    object.clean_up(chunk);
                }
            }
        }
        // A chunk may be on the list for itself and for its object.
        if self.dirty.len() > 1 {
            self.dirty.sort_unstable();
            self.dirty.dedup();
        }
        out.append(&mut self.dirty);
        if std::mem::take(&mut self.names_dirty) {
            for (i, space) in self.spaces.iter_mut().enumerate() {
                if std::mem::take(&mut space.dirty) {
                    out.push(Part::Space(SpaceId(i as u32)));
                }
            }
        }
    }

    /// All chunks of a new object are dirty.
    pub(super) fn begin_tracking(&mut self, id: ObjectId) {
        let Some(object) = self.object_mut(id) else {
            return;
        };
        let chunks = object.chunks();
        if chunks > 1 && object.is_alive() {
            object.flags |= CHUNKED;
            object.clean = vec![0; chunks.div_ceil(64) as usize].into_boxed_slice();
        }
        self.list_chunks(id);
    }

    /// Puts all chunks of an object that begins or ends on the list, unless they are there. Without this
    /// check the locals of a function that is called often would fill the list.
    pub(super) fn list_chunks(&mut self, id: ObjectId) {
        let Memory { spaces, dirty, .. } = self;
        let object = &mut spaces[id.space().0 as usize].objects[id.index()];
        let chunks = object.chunks();
        dirty.extend((object.listed..chunks).map(|c| Part::Object(id, c)));
        object.listed = object.listed.max(chunks);
    }

    /// Prepares a store inside a living object: it must not be constant, and its chunks become dirty.
    #[inline]
    pub(super) fn touch(&mut self, id: ObjectId, start: u32, length: u32) -> Result<(), Refused> {
        let Some(object) = self.object(id) else {
            return Ok(());
        };
        if object.flags & (CONSTANT | CLEAN | CHUNKED) != 0 {
            return self.touch_slowly(id, start, length);
        }
        Ok(())
    }

    fn touch_slowly(&mut self, id: ObjectId, start: u32, length: u32) -> Result<(), Refused> {
        let Memory { spaces, dirty, .. } = self;
        let object = &mut spaces[id.space().0 as usize].objects[id.index()];
        if object.flags & CONSTANT != 0 {
            return Err(Box::new(FaultKind::ConstantWrite(id)));
        }
        if object.flags & CLEAN != 0 {
            object.flags &= !CLEAN;
            object.listed = 1;
            dirty.push(Part::Object(id, 0));
        } else if object.flags & CHUNKED != 0 && length > 0 {
            for chunk in start / CHUNK..=(start + length - 1) / CHUNK {
                let (word, bit) = (chunk as usize / 64, 1 << (chunk % 64));
                if object.clean[word] & bit != 0 {
                    object.clean[word] &= !bit;
                    dirty.push(Part::Object(id, chunk));
                }
            }
        }
        Ok(())
    }
}

impl Object {
    fn clean_up(&mut self, chunk: u32) {
        if self.flags & CHUNKED == 0 {
            self.flags |= CLEAN;
        } else if let Some(word) = self.clean.get_mut(chunk as usize / 64) {
            *word |= 1 << (chunk % 64);
        }
    }
}
