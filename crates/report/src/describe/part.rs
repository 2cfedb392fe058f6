//! Names of parts of objects.

use raceproof_ir::{Field, Program, Shape, ShapeId};

/// The part of an object of some shape that an access touches: `[2].balance`. It names the smallest
/// part that holds all bytes of the access, and a range of elements where the access spans several.
pub fn part(program: &Program, shape: ShapeId, start: u64, length: u64) -> String {
    if start == 0 && length == size(program, shape) {
        return String::new();
    }
    let mut name = String::new();
    let (mut shape, mut start) = (shape, start);
    // A shape nests as deep as the type does; a broken one that contains itself ends here too.
    for _ in 0..64 {
        match program.shapes.get(shape.0 as usize) {
            Some(Shape::Array { element, stride, .. }) if *stride > 0 => {
                let first = start / stride;
                let last = (start + length.max(1) - 1) / stride;
                if first != last {
                    name.push_str(&format!("[{first}..{last}]"));
                    break;
                }
                name.push_str(&format!("[{first}]"));
                start -= first * stride;
                shape = *element;
            }
            Some(Shape::Record { fields, .. }) => match holder(program, fields, start, length) {
                Some(field) => {
                    if !field.name.is_empty() {
                        name.push('.');
                        name.push_str(&field.name);
                    }
                    start -= field.offset;
                    shape = field.shape;
                }
                None => break,
            },
            _ => break,
        }
    }
    name
}

/// The first member that holds all bytes of an access. Of the members of a union that is the first
/// one that is large enough.
fn holder<'p>(program: &'p Program, fields: &'p [Field], start: u64, length: u64) -> Option<&'p Field> {
    fields.iter().find(|field| {
        let end = field.offset.saturating_add(size(program, field.shape));
        field.offset <= start && start.saturating_add(length) <= end
    })
}

fn size(program: &Program, shape: ShapeId) -> u64 {
    match program.shapes.get(shape.0 as usize) {
        Some(Shape::Scalar { size } | Shape::Record { size, .. }) => *size,
        // A flexible array has no end.
        Some(Shape::Array { length: 0, .. }) => u64::MAX,
        Some(Shape::Array { stride, length, .. }) => stride.saturating_mul(*length),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `struct { int id; struct { union { char c[8]; double d; }; int tail[]; } rest; } x[3][2]`,
    /// with 16 bytes for each element.
    fn program() -> Program {
        let field = |name: &str, offset, shape| Field {
            name: name.into(),
            offset,
            shape: ShapeId(shape),
        };
        let array = |element, stride, length| Shape::Array {
            element: ShapeId(element),
            stride,
            length,
        };
        let record = |size, fields| Shape::Record {
            name: String::new(),
            size,
            fields,
        };
        Program {
            shapes: vec![
                Shape::Scalar { size: 1 },
                Shape::Scalar { size: 4 },
                Shape::Scalar { size: 8 },
                array(0, 1, 8),
                record(8, vec![field("c", 0, 3), field("d", 0, 2)]),
                record(8, vec![field("", 0, 4), field("tail", 8, 8)]),
                record(16, vec![field("id", 0, 1), field("rest", 8, 5)]),
                array(6, 16, 2),
                array(1, 4, 0),
                array(7, 32, 3),
            ],
            ..Program::default()
        }
    }

    #[test]
    fn parts_are_named_as_in_the_source() {
        let program = program();
        let name = |start, length| part(&program, ShapeId(9), start, length);
        assert_eq!(name(0, 4), "[0][0].id");
        assert_eq!(name(32 + 16 + 8, 1), "[1][1].rest.c[0]");
        assert_eq!(name(32 + 16 + 8, 8), "[1][1].rest.c[0..7]");
        assert_eq!(name(0, 32), "[0][0..1]");
        assert_eq!(name(0, 64), "[0..1]");
        assert_eq!(name(0, 96), "", "the whole object");
        assert_eq!(name(4, 4), "[0][0]", "padding belongs to the whole");
    }

    #[test]
    fn a_shape_that_contains_itself_ends() {
        let program = Program {
            shapes: vec![Shape::Array {
                element: ShapeId(0),
                stride: 4,
                length: 1,
            }],
            ..Program::default()
        };
        assert!(part(&program, ShapeId(0), 0, 2).starts_with("[0][0]"));
        assert_eq!(part(&program, ShapeId(9), 0, 4), "");
    }
}
