//! What the forms for people say: marks in the source, notes about threads, the cost of a search.

use crate::{Access, Finding, Frame, Held, Kind, Location, Stats, Thread, Value};

/// A place to mark in a snippet.
pub struct Mark<'a> {
    /// Where.
    pub at: &'a Location,
    /// What happens there.
    pub label: String,
    /// Whether the finding is about this place.
    pub primary: bool,
}

/// The places of a finding that are known.
pub fn marks(finding: &Finding) -> Vec<Mark<'_>> {
    let accesses = finding.accesses.iter().map(|access| Mark {
        at: &access.at,
        label: describe(access, &finding.object),
        primary: true,
    });
    let places = finding.places.iter().enumerate().map(|(index, place)| Mark {
        at: &place.at,
        label: match place.locks.is_empty() {
            true => place.text.clone(),
            false => format!("{}, {}", place.text, holding(&place.locks)),
        },
        primary: finding.accesses.is_empty() && (index == 0 || finding.kind == Kind::Deadlock),
    });
    accesses.chain(places).filter(|mark| mark.at.is_known()).collect()
}

/// The files of some marks, each once, in the order in which they are first marked.
pub fn files<'a>(marks: &[Mark<'a>]) -> Vec<&'a str> {
    let mut files: Vec<&str> = Vec::new();
    for mark in marks {
        if !files.contains(&mark.at.file.as_str()) {
            files.push(&mark.at.file);
        }
    }
    files
}

/// "thread 2 writes `a[i]` here, holding `m`".
fn describe(access: &Access, object: &str) -> String {
    let verb = access.verb();
    let name = access.thread.name();
    let what = match access.expression.as_str() {
        "" => String::new(),
        expression if expression == object => String::new(),
        expression => format!(" through `{expression}`"),
    };
    let work = match &access.work {
        Some(work) => format!(" in {}", work.words()),
        None => String::new(),
    };
    format!("{name} {verb}{what}{work}, {}", holding(&access.locks))
}

fn holding(locks: &[Held]) -> String {
    match locks {
        [] => "holding no lock".to_owned(),
        [lock] => format!("holding {lock}"),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(Held::to_string).collect();
            format!("holding {} and {last}", rest.join(", "))
        }
    }
}

/// What is worth saying below the snippets: the threads, how they got there, the inputs.
pub fn notes(finding: &Finding) -> Vec<String> {
    let mut notes = Vec::new();
    let of_accesses = finding.accesses.iter().map(|a| (Some(&a.thread), &a.stack));
    let of_places = finding.places.iter().map(|p| (p.thread.as_ref(), &p.stack));
    for (thread, stack) in of_accesses.chain(of_places) {
        let note = match thread {
            Some(thread) => thread_note(thread, stack),
            None => calls(stack),
        };
        if let Some(note) = note
            && !notes.contains(&note)
        {
            notes.push(note);
        }
    }
    notes.extend(finding.notes.iter().cloned());
    if !finding.inputs.is_empty() {
        let inputs: Vec<String> = finding
            .inputs
            .iter()
            .map(|(name, value)| match (name.as_str(), value) {
                ("failure", Value::Text(text)) => text.clone(),
                ("arguments", Value::Text(text)) => format!("arguments `{text}`"),
                // What a text is like is said in words.
                (_, Value::Text(text)) if text.contains('`') => format!("{name} = {text}"),
                _ => format!("{name} = {value}"),
            })
            .collect();
        notes.push(format!("with {}", inputs.join(", ")));
    }
    notes
}

fn thread_note(thread: &Thread, stack: &[Frame]) -> Option<String> {
    let mut facts = Vec::new();
    if !thread.function.is_empty() && thread.id != 0 {
        facts.push(match thread.function.contains(' ') {
            true => format!("runs {}", thread.function),
            false => format!("runs `{}`", thread.function),
        });
    }
    if let Some(origin) = &thread.origin {
        facts.push(format!("created at {origin}"));
    }
    if let Some(calls) = calls(stack) {
        facts.push(format!("is {calls}"));
    }
    (!facts.is_empty()).then(|| format!("{} {}", thread.name(), facts.join(", ")))
}

/// "in `deposit`, called from worker (bank.c:12)", if the innermost function has callers.
fn calls(stack: &[Frame]) -> Option<String> {
    let [innermost, callers @ ..] = stack else {
        return None;
    };
    let callers: Vec<String> = callers.iter().map(ToString::to_string).collect();
    let function = &innermost.function;
    (!callers.is_empty()).then(|| format!("in `{function}`, called from {}", callers.join(", ")))
}

/// What a search cost, in one line.
pub fn cost(stats: &Stats) -> String {
    let mut parts = Vec::new();
    if stats.states > 0 {
        let rate = stats.states as f64 / stats.seconds.max(1e-9);
        parts.push(format!("{} ({}/s)", count(stats.states, "state"), round(rate)));
    }
    if stats.bytes_per_state > 0.0 {
        parts.push(format!("{:.0} bytes per state", stats.bytes_per_state));
    }
    if stats.executions > 0 {
        parts.push(count(stats.executions, "execution"));
    }
    if stats.steps > 0 {
        parts.push(count(stats.steps, "step"));
    }
    if stats.variables > 0 {
        parts.push(count(stats.variables, "variable"));
        parts.push(count(stats.clauses, "clause"));
        parts.push(count(stats.rounds, "round"));
        parts.push(format!("loops followed {}", times(stats.unwind)));
        parts.push(format!("{:.3} s in the solver", stats.solver_seconds));
    }
    if stats.peak_memory > 0 {
        parts.push(format!("{:.1} MiB", stats.peak_memory as f64 / (1 << 20) as f64));
    }
    parts.push(format!("{:.3} s", stats.seconds));
    parts.join(", ")
}

fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A rate to three digits: 12.3k, 4.56M.
fn round(rate: f64) -> String {
    let (scaled, suffix) = match rate {
        r if r >= 1e6 => (r / 1e6, "M"),
        r if r >= 1e3 => (r / 1e3, "k"),
        r => (r, ""),
    };
    format!("{scaled:.1}{suffix}")
}
