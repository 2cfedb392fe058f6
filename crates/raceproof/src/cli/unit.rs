//! Numbers with units on the command line: times and amounts of memory.

use std::time::Duration;

/// Units of time, by their length in seconds. A number alone counts seconds.
const TIMES: [(&str, f64); 5] = [
    ("ms", 0.001),
    ("s", 1.0),
    ("m", 60.0),
    ("min", 60.0),
    ("h", 3600.0),
];

/// Units of memory, by their size in MiB. A number alone counts MiB.
const SIZES: [(&str, f64); 4] = [
    ("k", 1.0 / 1024.0),
    ("m", 1.0),
    ("g", 1024.0),
    ("t", 1024.0 * 1024.0),
];

/// A time: `90`, `1.5`, `500ms`, `90s`, `10m`, `2h`.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let known = TIMES.iter().find(|(name, _)| *name == unit);
    let factor = match (unit.is_empty(), known) {
        (true, _) => 1.0,
        (false, Some((_, factor))) => *factor,
        (false, None) => return Err(format!("`{unit}` is no unit of time: write ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * factor).map_err(|error| error.to_string())
}

/// An amount of memory in MiB: `4096`, `500M`, `8G`, `8GiB`.
pub fn memory(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text)?;
    let lower = unit.to_ascii_lowercase();
    let name = ["ib", "b"].iter().find_map(|end| lower.strip_suffix(end));
    let name = name.unwrap_or(&lower);
    let factor = match SIZES.iter().find(|(known, _)| *known == name) {
        _ if unit.is_empty() => 1.0,
        Some((_, factor)) => *factor,
        None => return Err(format!("`{unit}` is no unit of memory: write K, M, G or T")),
    };
    let size = (number * factor).ceil();
    match size.is_finite() && size >= 1.0 {
        true => Ok(size as usize),
        false => Err("it must be more than nothing".to_owned()),
    }
}

/// The number and what follows it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.trim_end();
    let value: f64 = number.parse().map_err(|_| format!("`{text}` is no number"))?;
    Ok((value, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("250 ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "s", "-1", "10parsecs", "1e999", "inf", "nan"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_of_memory_have_units() {
        assert_eq!(memory("4096"), Ok(4096));
        assert_eq!(memory("8G"), Ok(8192));
        assert_eq!(memory("8GiB"), Ok(8192));
        assert_eq!(memory("500MB"), Ok(500));
        assert_eq!(memory("1K"), Ok(1));
        for wrong in ["", "G", "0", "-1", "8X", "inf", "nan", "1b"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
