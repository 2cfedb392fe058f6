//! `--input`: values of macros, objects and arguments of the program that are all to be checked.
//!
//! Each combination of values is checked on its own, so that its schedules are searched with one value and a
//! witness names it. A macro is compiled in anew for each value, for it may decide what the program is. The
//! value of an object is its initial one.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use raceproof_c::Store;
use raceproof_portfolio::{Extern, Prepared, Setting, find, prepare_assuming};
use raceproof_report::{Clause, Value};
use raceproof_source::Failed;

use super::input::Files;

/// One `--input`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// A macro, an object of static storage duration, or `argv[i]`.
    name: String,
    values: Values,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Text(String),
    Numbers(RangeInclusive<i128>),
}

/// The most combinations of values.
const MOST: u128 = 1 << 20;

impl Range {
    /// `NAME=VALUE` or `NAME=FIRST..LAST`, both ends included.
    pub fn parse(text: &str) -> Result<Range, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or("write NAME=VALUE or NAME=FIRST..LAST")?;
        let name = name.trim().to_owned();
        if argument(&name).is_none() && !is_name(&name) {
            return Err(format!(
                "`{name}` is not the name of a macro or an object, nor argv[1], argv[2], …"
            ));
        }
        let number = |text: &str| text.trim().parse::<i128>().ok();
        let values = match value.split_once("..") {
            Some((first, last)) if number(first).is_some() => {
                let last = number(last).ok_or("write NAME=FIRST..LAST with two integers")?;
                let first = number(first).unwrap_or(last);
                if first > last {
                    return Err("the range is empty".to_owned());
                }
                Values::Numbers(first..=last)
            }
            _ => match number(value) {
                Some(number) => Values::Numbers(number..=number),
                None => Values::Text(value.to_owned()),
            },
        };
        Ok(Range { name, values })
    }

    /// Whether it is about an argument of the program.
    pub fn is_argument(&self) -> bool {
        argument(&self.name).is_some()
    }

    /// What has these values.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn count(&self) -> u128 {
        match &self.values {
            Values::Text(_) => 1,
            Values::Numbers(range) => range.end().abs_diff(*range.start()).saturating_add(1),
        }
    }

    fn value(&self, index: u128) -> Value {
        match &self.values {
            Values::Text(text) => Value::Text(text.clone()),
            Values::Numbers(range) => Value::Integer(range.start().wrapping_add(index as i128)),
        }
    }

    /// What a report says of it.
    pub fn clause(&self) -> Clause {
        let values = match &self.values {
            Values::Text(text) => text.clone(),
            Values::Numbers(range) if range.start() == range.end() => range.start().to_string(),
            Values::Numbers(range) => format!("{}..{}", range.start(), range.end()),
        };
        Clause::Input(self.name.clone(), values)
    }
}

/// The number of `argv[i]`.
fn argument(name: &str) -> Option<usize> {
    let index = name.strip_prefix("argv[")?.strip_suffix(']')?;
    index.parse().ok().filter(|index| (1..=1024).contains(index))
}

fn is_name(name: &str) -> bool {
    let letter = |c: char| c == '_' || c.is_alphabetic();
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '.')
}

/// A program, or several that differ by their macros, and the values to check them with.
pub struct Inputs<'a> {
    files: &'a Files,
    store: &'a Mutex<Store>,
    ranges: &'a [Range],
    /// Which of the ranges are objects.
    is_object: Vec<bool>,
    next: Option<u128>,
    /// What is assumed of functions that nobody defines.
    what: Extern,
    loaded: Option<(Vec<(String, String)>, Prepared)>,
}

impl<'a> Inputs<'a> {
    /// Finds out what the names mean.
    ///
    /// # Errors
    ///
    /// What is wrong with the program, or with a name.
    pub fn new(
        files: &'a Files,
        store: &'a Mutex<Store>,
        ranges: &'a [Range],
        given: usize,
        what: Extern,
    ) -> Result<Inputs<'a>, Box<Failed>> {
        check_arguments(ranges, given)?;
        let total = ranges
            .iter()
            .fold(1u128, |total, range| total.saturating_mul(range.count()));
        if total > MOST {
            let message = format!("the inputs have more than {MOST} combinations of values");
            return Err(Box::new(Failed::without_position(
                message,
                Some("give smaller ranges"),
            )));
        }
        let mut inputs = Inputs {
            files,
            store,
            ranges,
            is_object: vec![false; ranges.len()],
            next: Some(0),
            what,
            loaded: None,
        };
        // A program that cannot do without a macro does not compile yet.
        match files.load(&[], store, files.is_alone && ranges.is_empty()) {
            Err(failed) if !ranges.iter().any(|range| argument(&range.name).is_none()) => Err(failed),
            Err(_) => Ok(inputs),
            Ok(program) => {
                let program = prepare_assuming(program, what);
                for (range, is_object) in ranges.iter().zip(&mut inputs.is_object) {
                    *is_object = meaning(range, &program)?;
                }
                inputs.loaded = Some((Vec::new(), program));
                Ok(inputs)
            }
        }
    }

    /// The next combination of values; none after the last.
    fn setting(&mut self) -> Option<Setting> {
        let number = self.next?;
        let mut setting = Setting {
            what: self.what,
            ..Setting::default()
        };
        let mut rest = number;
        for (range, is_object) in self.ranges.iter().zip(&self.is_object).rev() {
            let value = range.value(rest % range.count());
            rest /= range.count();
            let text = match &value {
                Value::Text(text) => text.clone(),
                other => other.to_string(),
            };
            match (argument(&range.name), &value) {
                (Some(index), _) => setting.arguments.push((index, text)),
                (None, Value::Integer(value)) if *is_object => {
                    setting.objects.push((range.name.clone(), *value));
                }
                _ => setting.macros.push((range.name.clone(), text)),
            }
            setting.values.push((range.name.clone(), value));
        }
        self.next = Some(number + 1).filter(|_| rest == 0);
        (rest == 0).then_some(setting)
    }

    /// The program with the next combination of values.
    ///
    /// # Errors
    ///
    /// What is wrong with the program with these macros.
    pub fn step(&mut self) -> Result<Option<(&mut Prepared, Setting)>, Box<Failed>> {
        let Some(setting) = self.setting() else {
            return Ok(None);
        };
        let is_loaded = self
            .loaded
            .as_ref()
            .is_some_and(|(macros, _)| *macros == setting.macros);
        if !is_loaded {
            let program = self.files.load(&setting.macros, self.store, false)?;
            self.loaded = Some((setting.macros.clone(), prepare_assuming(program, self.what)));
        }
        let program = self.loaded.as_mut().map(|(_, program)| program);
        if let Some(program) = program {
            setting.apply(program);
            return Ok(Some((program, setting)));
        }
        Ok(None)
    }
}

/// Arguments follow each other.
fn check_arguments(ranges: &[Range], given: usize) -> Result<(), Box<Failed>> {
    let mut count = given;
    let mut indices: Vec<usize> = ranges.iter().filter_map(|range| argument(&range.name)).collect();
    indices.sort_unstable();
    for index in indices {
        if index > count {
            let message = format!("--input argv[{index}]: there is no argv[{count}]");
            return Err(Box::new(Failed::without_position(
                message,
                Some("give the arguments before it too"),
            )));
        }
        count = count.max(index + 1);
    }
    Ok(())
}

/// Whether a range is for an object (or for a macro or argument).
fn meaning(range: &Range, program: &Prepared) -> Result<bool, Box<Failed>> {
    let name = &range.name;
    if argument(name).is_some() {
        return Ok(false);
    }
    let reject = |message: String, help| {
        Err(Box::new(Failed::without_position(
            format!("--input {name}: {message}"),
            help,
        )))
    };
    if let Some(object) = find(program, name) {
        let same = program
            .loaded()
            .integers
            .iter()
            .filter(|other| other.name == *name);
        if same.count() > 1 {
            return reject("several objects have this name".to_owned(), None);
        }
        let ends = match &range.values {
            Values::Numbers(ends) => ends,
            Values::Text(text) => return reject(format!("`{text}` is not an integer"), None),
        };
        if let Some(value) = [ends.start(), ends.end()]
            .into_iter()
            .find(|v| !object.holds(**v))
        {
            return reject(format!("the object cannot hold {value}"), None);
        }
        return Ok(true);
    }
    let is_used = program.loaded().sources.files().iter().any(|file| {
        let text = file.text.as_deref().unwrap_or_default();
        has_word(&String::from_utf8_lossy(text), name)
    });
    match is_used {
        true => Ok(false),
        false => {
            let help = "it takes macros, objects of static storage duration and integer type, and argv[i]";
            reject(
                "the program has no macro or object of this name".to_owned(),
                Some(help),
            )
        }
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c == '_' || c.is_alphanumeric();
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (text, name, values) in [
            ("N=3", "N", "3"),
            ("N=-1..2", "N", "-1..2"),
            ("argv[1]=a..b", "argv[1]", "a..b"),
        ] {
            let clause = Range::parse(text).map(|range| range.clause());
            assert_eq!(clause, Ok(Clause::Input(name.to_owned(), values.to_owned())));
        }
        for wrong in ["N", "=3", "N=3..1", "N=3..x", "argv[0]=1", "argv[x]=1", "a b=1"] {
            assert!(Range::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("int a[N];", "N"));
        assert!(!has_word("int a[NN], N_, MN;", "N"));
    }
}
