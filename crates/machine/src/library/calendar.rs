//! Dates: broken-down time and its text. The time zone is UTC.

use super::statics::{self, Static};
use super::{Result, long, pointer, size_argument, text};
use crate::{Context, Flow, NativeFn, Pointer};

/// Bytes of the text of a date, for which a buffer must have room.
const SHOWN: usize = 26;

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "gmtime" | "localtime" => |ctx| {
            let time = read_time(ctx)?;
            let size = if ctx.pointer_size() == 8 { 56 } else { 44 };
            let place = statics::object(ctx, Static::BrokenTime, || vec![0; size])?;
            write(ctx, place, &Broken::new(time))?;
            pointer(place)
        },
        "gmtime_r" | "localtime_r" => |ctx| {
            let time = read_time(ctx)?;
            let place = ctx.pointer(1);
            write(ctx, place, &Broken::new(time))?;
            pointer(place)
        },
        "mktime" => |ctx| {
            let place = ctx.pointer(0);
            let time = read(ctx, place)?.time();
            write(ctx, place, &Broken::new(time))?;
            long(ctx, time)
        },
        "asctime" => |ctx| {
            let broken = read(ctx, ctx.pointer(0))?;
            show(ctx, &broken, None)
        },
        "asctime_r" => |ctx| {
            let broken = read(ctx, ctx.pointer(0))?;
            show(ctx, &broken, Some(ctx.pointer(1)))
        },
        "ctime" => |ctx| {
            let time = read_time(ctx)?;
            show(ctx, &Broken::new(time), None)
        },
        "ctime_r" => |ctx| {
            let time = read_time(ctx)?;
            show(ctx, &Broken::new(time), Some(ctx.pointer(1)))
        },
        "strftime" => strftime,
        "tzset" => |_| Ok(Flow::Return(0)),
        _ => return None,
    })
}

/// A broken-down time, with the fields and meanings of `struct tm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Broken {
    second: i64,
    minute: i64,
    hour: i64,
    day: i64,
    month: i64,
    year: i64,
    weekday: i64,
    yearday: i64,
}

/// Days from the epoch to the first of January of a year.
fn days_before(year: i64) -> i64 {
    let before = year - 1;
    before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 719_162
}

fn is_leap(year: i64) -> bool {
    days_before(year + 1) - days_before(year) == 366
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        1 if is_leap(year) => 29,
        1 => 28,
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

impl Broken {
    fn new(time: i64) -> Broken {
        let (days, seconds) = (time.div_euclid(86_400), time.rem_euclid(86_400));
        // 146097 days are 400 years; the guess is at most a year off.
        let mut year = 1970 + days.saturating_mul(400).div_euclid(146_097);
        while days_before(year) > days {
            year -= 1;
        }
        while days_before(year + 1) <= days {
            year += 1;
        }
        let yearday = days - days_before(year);
        let (mut month, mut day) = (0, yearday);
        while day >= days_in_month(year, month) {
            day -= days_in_month(year, month);
            month += 1;
        }
        Broken {
            second: seconds % 60,
            minute: seconds / 60 % 60,
            hour: seconds / 3600,
            day: day + 1,
            month,
            year: year - 1900,
            weekday: (days + 4).rem_euclid(7),
            yearday,
        }
    }

    /// Seconds since the epoch, of fields that may be out of their ranges.
    fn time(&self) -> i64 {
        let year = 1900 + self.year + self.month.div_euclid(12);
        let months: i64 = (0..self.month.rem_euclid(12))
            .map(|m| days_in_month(year, m))
            .sum();
        let days = days_before(year) + months + self.day - 1;
        ((days * 24 + self.hour) * 60 + self.minute) * 60 + self.second
    }
}

/// The `time_t` that argument 0 points to.
fn read_time(ctx: &mut Context<'_>) -> Result<i64> {
    let size = ctx.pointer_size();
    let unused = 64 - size * 8;
    let bits = ctx.read_uint(ctx.pointer(0), size)?;
    let time = ((bits << unused) as i64) >> unused;
    if time.unsigned_abs() > 1 << 55 {
        return Err(ctx.gap("dates of years that do not fit an int are not modelled"));
    }
    Ok(time)
}

fn read(ctx: &mut Context<'_>, place: Pointer) -> Result<Broken> {
    let bytes = ctx.read_bytes(place, 36)?;
    let field = |i: usize| {
        let word = &bytes[4 * i..4 * i + 4];
        i64::from(word.iter().rev().fold(0u32, |v, &b| v << 8 | u32::from(b)) as i32)
    };
    Ok(Broken {
        second: field(0),
        minute: field(1),
        hour: field(2),
        day: field(3),
        month: field(4),
        year: field(5),
        weekday: field(6),
        yearday: field(7),
    })
}

/// Writes a `struct tm`: nine ints, the offset from UTC, and the name of the zone.
fn write(ctx: &mut Context<'_>, place: Pointer, broken: &Broken) -> Result<()> {
    let b = broken;
    let fields = [
        b.second, b.minute, b.hour, b.day, b.month, b.year, b.weekday, b.yearday, 0,
    ];
    let bytes: Vec<u8> = fields
        .iter()
        .flat_map(|&field| (field as i32).to_le_bytes())
        .collect();
    ctx.write_bytes(place, &bytes)?;
    let size = ctx.pointer_size();
    let after = if size == 8 { 40 } else { 36 };
    ctx.write_uint(place.moved(after), size, 0)?;
    let zone = statics::object(ctx, Static::Names, || b"GMT\0C\0".to_vec())?;
    ctx.write_pointer(place.moved(after + i64::from(size)), zone)
}

fn named(names: &'static [&'static str], i: i64) -> &'static str {
    usize::try_from(i)
        .ok()
        .and_then(|i| names.get(i))
        .copied()
        .unwrap_or("?")
}

fn abbreviated(names: &'static [&'static str], i: i64) -> &'static str {
    let name = named(names, i);
    &name[..name.len().min(3)]
}

/// `asctime`: into a buffer of the program or of the library.
fn show(ctx: &mut Context<'_>, broken: &Broken, buffer: Option<Pointer>) -> Result<Flow> {
    let place = match buffer {
        Some(buffer) => buffer,
        None => statics::object(ctx, Static::TimeText, || vec![0; 64])?,
    };
    let b = broken;
    let line = format!(
        "{} {}{:3} {:02}:{:02}:{:02} {}\n",
        abbreviated(&DAYS, b.weekday),
        abbreviated(&MONTHS, b.month),
        b.day,
        b.hour,
        b.minute,
        b.second,
        1900 + b.year
    );
    if buffer.is_some() && line.len() >= SHOWN {
        return Err(ctx.gap("dates whose text is longer than usual are not modelled"));
    }
    text::write_string(ctx, place, line.as_bytes())?;
    pointer(place)
}

fn strftime(ctx: &mut Context<'_>) -> Result<Flow> {
    let (buffer, size) = (ctx.pointer(0), size_argument(ctx, 1));
    let format = ctx.read_string(ctx.pointer(2))?;
    let broken = read(ctx, ctx.pointer(3))?;
    let line = match expand(&format, &broken) {
        Ok(line) => line,
        Err(shown) => return Err(ctx.gap(format!("strftime conversion `{shown}` is not supported"))),
    };
    if line.len() as u64 >= size {
        return long(ctx, 0);
    }
    text::write_string(ctx, buffer, line.as_bytes())?;
    long(ctx, line.len() as i64)
}

/// Expands a strftime format; the error is the conversion that is not known.
fn expand(format: &[u8], b: &Broken) -> std::result::Result<String, String> {
    let mut out = Vec::new();
    let mut rest = format.iter();
    let twelve = (b.hour + 11).rem_euclid(12) + 1;
    let year = 1900 + b.year;
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let Some(&conversion) = rest.next() else {
            return Err("%".to_owned());
        };
        let part = match conversion {
            b'%' => "%".to_owned(),
            b'n' => "\n".to_owned(),
            b't' => "\t".to_owned(),
            b'a' => abbreviated(&DAYS, b.weekday).to_owned(),
            b'A' => named(&DAYS, b.weekday).to_owned(),
            b'b' | b'h' => abbreviated(&MONTHS, b.month).to_owned(),
            b'B' => named(&MONTHS, b.month).to_owned(),
            b'c' => expand(b"%a %b %e %H:%M:%S %Y", b)?,
            b'C' => format!("{:02}", year.div_euclid(100)),
            b'd' => format!("{:02}", b.day),
            b'D' | b'x' => expand(b"%m/%d/%y", b)?,
            b'e' => format!("{:2}", b.day),
            b'F' => expand(b"%Y-%m-%d", b)?,
            b'H' => format!("{:02}", b.hour),
            b'I' => format!("{twelve:02}"),
            b'j' => format!("{:03}", b.yearday + 1),
            b'k' => format!("{:2}", b.hour),
            b'l' => format!("{twelve:2}"),
            b'm' => format!("{:02}", b.month + 1),
            b'M' => format!("{:02}", b.minute),
            b'p' => if b.hour < 12 { "AM" } else { "PM" }.to_owned(),
            b'r' => expand(b"%I:%M:%S %p", b)?,
            b'R' => expand(b"%H:%M", b)?,
            b's' => b.time().to_string(),
            b'S' => format!("{:02}", b.second),
            b'T' | b'X' => expand(b"%H:%M:%S", b)?,
            b'u' => ((b.weekday + 6).rem_euclid(7) + 1).to_string(),
            b'w' => b.weekday.to_string(),
            b'U' => format!("{:02}", (b.yearday + 7 - b.weekday) / 7),
            b'W' => format!("{:02}", (b.yearday + 7 - (b.weekday + 6).rem_euclid(7)) / 7),
            b'y' => format!("{:02}", year.rem_euclid(100)),
            b'Y' => year.to_string(),
            b'z' => "+0000".to_owned(),
            b'Z' => "GMT".to_owned(),
            other => return Err(format!("%{}", other as char)),
        };
        out.extend_from_slice(part.as_bytes());
    }
    // The format may hold any bytes; what is not UTF-8 in it has no place in a String.
    String::from_utf8(out).map_err(|_| "bytes that are not UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_the_calendar() {
        let shown = |time| expand(b"%Y-%m-%d %H:%M:%S %a %j", &Broken::new(time));
        let check = |time, expect: &str| assert_eq!(shown(time).as_deref(), Ok(expect));
        check(0, "1970-01-01 00:00:00 Thu 001");
        check(951_782_400, "2000-02-29 00:00:00 Tue 060");
        check(1_700_000_000, "2023-11-14 22:13:20 Tue 318");
        check(-1, "1969-12-31 23:59:59 Wed 365");
        check(4_107_542_400, "2100-03-01 00:00:00 Mon 060");
    }

    #[test]
    fn broken_times_come_back() {
        for time in (-5_000_000_000i64..5_000_000_000).step_by(12_345_677) {
            assert_eq!(Broken::new(time).time(), time);
        }
        let last_of_may = Broken {
            month: 17,
            day: 0,
            ..Broken::new(0)
        };
        assert_eq!(Broken::new(last_of_may.time()), Broken::new(44_496_000));
    }
}
