//! Bytes that workers send each other: numbers of as many bytes as they need, and runs of bytes.
//!
//! Nothing that comes from others is believed: whatever is read may be missing, or too large.

/// A message makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graph) struct Garbled;

/// Appends a number.
#[inline]
pub(in crate::graph) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends bytes and how many there are.
pub(in crate::graph) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// What is left to read of a message.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Message<'a>(pub &'a [u8]);

impl<'a> Message<'a> {
    /// The next number.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Garbled> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(Garbled)?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Garbled)
    }

    /// The next number, which is small.
    #[inline]
    pub fn word(&mut self) -> Result<u32, Garbled> {
        u32::try_from(self.number()?).map_err(|_| Garbled)
    }

    /// The next number of things that take a byte at least each.
    pub fn count(&mut self) -> Result<usize, Garbled> {
        let count = self.number()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.0.len() => Ok(count),
            _ => Err(Garbled),
        }
    }

    /// The next run of bytes.
    pub fn bytes(&mut self) -> Result<&'a [u8], Garbled> {
        let count = self.count()?;
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(bytes)
    }

    /// The next run of bytes, as text.
    pub fn text(&mut self) -> Result<String, Garbled> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| Garbled)
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read_and_what_is_cut_off_is_noticed() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        numbers.iter().for_each(|&n| put(&mut bytes, n));
        put_bytes(&mut bytes, b"bytes");
        let mut message = Message(&bytes);
        for n in numbers {
            assert_eq!(message.number(), Ok(n));
        }
        assert_eq!(message.bytes(), Ok(&b"bytes"[..]));
        assert!(message.is_empty());
        for end in 0..bytes.len() {
            let mut message = Message(&bytes[..end]);
            let read = numbers.iter().try_for_each(|_| message.number().map(drop));
            assert!(read.and_then(|()| message.bytes().map(drop)).is_err());
        }
    }
}
