//! Rules of shapes and globals.

use super::{Checker, Place, Rule};
use crate::{Global, Shape, ShapeId, Span};

impl Checker<'_> {
    pub(super) fn shapes(&mut self) {
        for (i, shape) in self.program.shapes.iter().enumerate() {
            self.at(Place::Shape(ShapeId(i as u32)), Span::NONE);
            match shape {
                Shape::Scalar { .. } => {}
                Shape::Array {
                    element,
                    stride,
                    length,
                } => {
                    self.shape(Some(*element));
                    if *stride == 0 {
                        self.broken(Rule::Shape, "the stride is 0");
                    }
                    if stride.checked_mul(*length).is_none() {
                        self.broken(Rule::Shape, format!("{length} elements of {stride} bytes"));
                    }
                }
                Shape::Record { size, fields, .. } => {
                    for field in fields {
                        self.shape(Some(field.shape));
                        if field.offset > *size {
                            let message = format!("member `{}` is at {}", field.name, field.offset);
                            self.broken(Rule::Shape, format!("{message} of {size} bytes"));
                        }
                    }
                }
            }
        }
        self.cycles();
    }

    /// Reports each shape at which a walk over its parts comes back to a shape that it is inside of. The walk
    /// keeps its own stack, since shapes may be nested as deep as the text is long.
    fn cycles(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Inside,
            Done,
        }
        let shapes = &self.program.shapes;
        let parts = |shape: usize| -> Vec<usize> {
            let ids: Vec<ShapeId> = match &shapes[shape] {
                Shape::Scalar { .. } => Vec::new(),
                Shape::Array { element, .. } => vec![*element],
                Shape::Record { fields, .. } => fields.iter().map(|f| f.shape).collect(),
            };
            let known = ids.into_iter().map(|id| id.0 as usize);
            known.filter(|id| *id < shapes.len()).collect()
        };
        let mut marks = vec![Mark::New; shapes.len()];
        for root in 0..shapes.len() {
            if marks[root] != Mark::New {
                continue;
            }
            marks[root] = Mark::Inside;
            let mut stack = vec![(root, parts(root))];
            while let Some((shape, rest)) = stack.last_mut() {
                let Some(part) = rest.pop() else {
                    marks[*shape] = Mark::Done;
                    stack.pop();
                    continue;
                };
                match marks[part] {
                    Mark::Done => {}
                    Mark::Inside => {
                        self.place = Place::Shape(ShapeId(part as u32));
                        let message = format!("it contains itself through shape {shape}");
                        self.broken(Rule::Shape, message);
                    }
                    Mark::New => {
                        marks[part] = Mark::Inside;
                        stack.push((part, parts(part)));
                    }
                }
            }
        }
    }

    /// A shape that is named exists.
    pub(super) fn shape(&mut self, shape: Option<ShapeId>) {
        if let Some(shape) = shape
            && shape.0 as usize >= self.program.shapes.len()
        {
            self.broken(Rule::Reference, format!("there is no shape {}", shape.0));
        }
    }

    pub(super) fn global(&mut self, global: &Global) {
        self.alignment(global.align);
        self.shape(global.shape);
        if global.origin.is_region() {
            self.broken(Rule::Origin, "an object is no region");
        }
        if global.bytes.len() as u64 > global.size {
            let message = format!("{} bytes in {}", global.bytes.len(), global.size);
            self.broken(Rule::Initialiser, message);
        }
        let pointer = u64::from(self.program.model.pointer_size());
        let mut at: Vec<u64> = Vec::new();
        for relocation in &global.relocations {
            self.address(relocation.target);
            if relocation
                .at
                .checked_add(pointer)
                .is_none_or(|end| end > global.size)
            {
                let message = format!("an address at {} of {} bytes", relocation.at, global.size);
                self.broken(Rule::Initialiser, message);
            }
            at.push(relocation.at);
        }
        at.sort_unstable();
        for pair in at.windows(2) {
            if pair[1] - pair[0] < pointer {
                let message = format!("addresses at {} and {} overlap", pair[0], pair[1]);
                self.broken(Rule::Initialiser, message);
            }
        }
    }
}
