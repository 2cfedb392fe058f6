//! The programs of a project: which files each of them is made of.
//!
//! A file that defines `main` makes a program. The other files are found as a linker finds them: from what
//! the build said it linked, where it did (`link_commands.json`, CMake's link scripts), else by names alone.
//! Either way a file of a library is taken in only if a file that was taken in before needs a name that it
//! defines.
//!
//! Invariant: the answer depends on the database, the files and the options only. Units are looked at in the
//! order of the database.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use raceproof_c::Input;
use raceproof_c::entry::Entry;
use raceproof_c::external::{Externals, Strength};

use super::database::{Database, Link, Unit};

/// A program: what it is called and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the user calls it.
    pub name: String,
    /// Which units it is made of, in the order of the database.
    pub units: Vec<usize>,
    /// What was chosen on the way, for those who want to know.
    pub notes: Vec<String>,
}

/// A unit as it is given to the front end, and what a linker sees of it.
pub struct Candidate<'a> {
    /// What the build says of it.
    pub unit: &'a Unit,
    /// How it is read.
    pub input: Input,
    /// What a linker sees.
    pub externals: Arc<Externals>,
    /// The user named it: every program has it.
    pub is_given: bool,
}

impl Candidate<'_> {
    fn defines(&self, name: &str) -> bool {
        self.strength(name) >= Some(Strength::Soft)
    }

    fn strength(&self, name: &str) -> Option<Strength> {
        self.externals.defined.get(name).copied()
    }

    /// Whether it begins a program.
    pub fn is_main(&self) -> bool {
        self.defines("main")
    }
}

/// Where each unit of a link comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Units that are in whatever they define.
    pub always: BTreeSet<usize>,
    /// Units of libraries, in the order of the command: in if they are needed.
    pub on_demand: Vec<usize>,
    /// A library that nothing is known of is among the parts.
    pub is_partial: bool,
}

/// The links of a build, and the units by the names of their objects.
pub struct Links<'a> {
    links: &'a [Link],
    by_output: HashMap<PathBuf, usize>,
    by_object: HashMap<&'a Path, Vec<usize>>,
    by_source: HashMap<&'a Path, Vec<usize>>,
    units: &'a [Unit],
}

impl<'a> Links<'a> {
    /// Those of a database.
    pub fn new(database: &'a Database) -> Links<'a> {
        let mut by_object: HashMap<&Path, Vec<usize>> = HashMap::new();
        let mut by_source: HashMap<&Path, Vec<usize>> = HashMap::new();
        for (number, unit) in database.units.iter().enumerate() {
            by_object.entry(&unit.object).or_default().push(number);
            by_source.entry(&unit.file).or_default().push(number);
        }
        let outputs = database.links.iter().enumerate();
        Links {
            links: &database.links,
            by_output: outputs
                .map(|(number, link)| (real(&link.output), number))
                .collect(),
            by_object,
            by_source,
            units: &database.units,
        }
    }

    /// The programs among them.
    pub fn programs(&self) -> impl Iterator<Item = &'a Link> {
        self.links.iter().filter(|link| !link.is_part)
    }

    /// The units of a program or library.
    pub fn parts(&self, link: &Link) -> Parts {
        let mut parts = Parts::default();
        self.collect(link, false, 0, &mut parts);
        parts
    }

    fn collect(&self, link: &Link, on_demand: bool, depth: u32, parts: &mut Parts) {
        // A library that is made of itself ends here.
        if depth > 16 {
            return;
        }
        for part in &link.parts {
            if let Some(units) = self.by_object.get(part.as_path()) {
                parts.add(units.iter().take(1), on_demand);
            } else if let Some(units) = self.by_source.get(part.as_path()) {
                let own = units.iter().find(|unit| self.units[**unit].object == link.output);
                parts.add(own.or(units.first()), on_demand);
            } else if let Some(library) = self.by_output.get(&real(part)) {
                let library = &self.links[*library];
                let is_library = library.output.extension().is_none_or(|ending| ending != "o");
                self.collect(library, on_demand || is_library, depth + 1, parts);
            } else if let Some(members) = link.archives.get(part).or_else(|| link.archives.get(&real(part))) {
                for member in members {
                    parts.add(self.member(part, member).iter(), true);
                }
            } else {
                let is_library = part
                    .extension()
                    .is_some_and(|ending| ending == "a" || ending == "so");
                parts.is_partial |= is_library && part.exists();
            }
        }
    }

    /// The unit of a member of an archive, which is known by the name of its file only: the nearest one.
    fn member(&self, archive: &Path, member: &str) -> Option<usize> {
        let name = Path::new(member).file_name()?;
        let mut found: Option<(usize, usize)> = None;
        for (number, unit) in self.units.iter().enumerate() {
            let nearness = in_common(&unit.object, archive);
            if unit.object.file_name() == Some(name) && found.is_none_or(|(_, best)| nearness > best) {
                found = Some((number, nearness));
            }
        }
        found.map(|(number, _)| number)
    }
}

impl Parts {
    fn add<'a>(&mut self, units: impl IntoIterator<Item = &'a usize>, on_demand: bool) {
        for unit in units {
            match on_demand {
                false => {
                    self.always.insert(*unit);
                }
                true if !self.on_demand.contains(unit) => self.on_demand.push(*unit),
                true => {}
            }
        }
    }
}

/// A path by which a file can be found again, however it is named.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// How many components two paths have in common from the start.
fn in_common(a: &Path, b: &Path) -> usize {
    a.components()
        .zip(b.components())
        .take_while(|(a, b)| a == b)
        .count()
}

/// All programs of a project.
pub fn programs(links: &Links<'_>, candidates: &[Candidate<'_>], base: &Path) -> Vec<Program> {
    let mut found: Vec<(PathBuf, Program)> = Vec::new();
    let mut is_linked = BTreeSet::new();
    let given: BTreeSet<usize> = (0..candidates.len())
        .filter(|unit| candidates[*unit].is_given)
        .collect();
    let own_main = given.iter().copied().find(|unit| candidates[*unit].is_main());
    for link in links.programs().filter(|_| own_main.is_none()) {
        let parts = links.parts(link);
        let mut pick = Pick::new(candidates, parts.always.union(&given).copied().collect());
        pick.take_needed(&parts.on_demand);
        if parts.is_partial {
            let others: Vec<usize> = pick.others().collect();
            pick.take_needed(&others);
        }
        let Some(main) = pick.taken.iter().find(|unit| candidates[**unit].is_main()) else {
            continue;
        };
        is_linked.insert(candidates[*main].unit.file.clone());
        found.push((link.output.clone(), pick.finish()));
    }
    for (number, candidate) in candidates.iter().enumerate() {
        let is_wanted = match own_main {
            Some(main) => main == number,
            None => candidate.is_main() && !is_linked.contains(&candidate.unit.file),
        };
        if !is_wanted {
            continue;
        }
        let mut start = given.clone();
        start.insert(number);
        let mut pick = Pick::new(candidates, start);
        let others: Vec<usize> = pick.others().collect();
        pick.take_needed(&others);
        found.push((candidate.unit.file.with_extension(""), pick.finish()));
    }
    named(found, base)
}

/// The files around the functions of a library that are to be called.
///
/// # Errors
///
/// The function that no file defines.
pub fn library(candidates: &[Candidate<'_>], entry: &Entry) -> Result<Program, String> {
    let mut start: BTreeSet<usize> = (0..candidates.len())
        .filter(|unit| candidates[*unit].is_given)
        .collect();
    for name in entry.initial.iter().chain(&entry.functions) {
        if !start.iter().any(|unit| candidates[*unit].defines(name)) {
            let is_it = |candidate: &Candidate<'_>| candidate.defines(name) && !candidate.is_main();
            let unit = candidates.iter().position(is_it);
            start.insert(unit.ok_or_else(|| name.clone())?);
        }
    }
    let mut pick = Pick::new(candidates, start);
    let others: Vec<usize> = pick.others().collect();
    pick.take_needed(&others);
    Ok(pick.finish())
}

/// Gives programs the shortest names that tell them apart: the last component of a path, or the path.
fn named(found: Vec<(PathBuf, Program)>, base: &Path) -> Vec<Program> {
    let short = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in &found {
        *counts.entry(short(path)).or_default() += 1;
    }
    let name = |path: &Path| match counts.get(&short(path)) {
        Some(1) => short(path),
        _ => path
            .strip_prefix(base)
            .unwrap_or(path)
            .to_string_lossy()
            .into_owned(),
    };
    let named = found.into_iter().map(|(path, program)| Program {
        name: name(&path),
        ..program
    });
    named.collect()
}

/// The units of one program as they are found.
struct Pick<'a> {
    candidates: &'a [Candidate<'a>],
    taken: BTreeSet<usize>,
    notes: Vec<String>,
}

impl<'a> Pick<'a> {
    fn new(candidates: &'a [Candidate<'a>], taken: BTreeSet<usize>) -> Pick<'a> {
        let notes = Vec::new();
        Pick {
            candidates,
            taken,
            notes,
        }
    }

    /// All units that may be taken in: none that begins a program of its own.
    fn others(&self) -> impl Iterator<Item = usize> {
        let is_other = |unit: &usize| !self.taken.contains(unit) && !self.candidates[*unit].is_main();
        (0..self.candidates.len()).filter(is_other)
    }

    /// Takes in units until nothing more is needed that they have.
    fn take_needed(&mut self, pool: &[usize]) {
        let mut definers: HashMap<&str, Vec<usize>> = HashMap::new();
        let candidates = self.candidates;
        for unit in pool {
            for name in candidates[*unit].externals.defined.keys() {
                definers.entry(name).or_default().push(*unit);
            }
        }
        let mut defined: BTreeSet<&str> = BTreeSet::new();
        let mut work: Vec<usize> = self.taken.iter().copied().collect();
        let names = |unit: usize| {
            let all = candidates[unit].externals.defined.iter();
            all.filter(|(_, strength)| **strength >= Strength::Soft)
                .map(|(name, _)| name.as_str())
        };
        for unit in &work {
            defined.extend(names(*unit));
        }
        work.reverse();
        while let Some(unit) = work.pop() {
            for name in &candidates[unit].externals.needed {
                if defined.contains(name.as_str()) {
                    continue;
                }
                let all = definers.get(name.as_str()).map(Vec::as_slice).unwrap_or_default();
                if let Some(chosen) = self.choose(name, unit, all) {
                    self.taken.insert(chosen);
                    defined.extend(names(chosen));
                    work.push(chosen);
                }
            }
        }
    }

    /// The unit that defines a name for another unit.
    fn choose(&mut self, name: &str, needing: usize, all: &[usize]) -> Option<usize> {
        let candidates = self.candidates;
        let able: Vec<usize> = all
            .iter()
            .copied()
            .filter(|unit| candidates[*unit].defines(name))
            .collect();
        let display = |unit: usize| candidates[unit].input.path.display().to_string();
        let (possible, twice): (Vec<usize>, Vec<usize>) =
            able.iter().partition(|unit| self.conflict(**unit).is_none());
        let near = |unit: &usize| {
            let (one, other) = (candidates[*unit].unit, candidates[needing].unit);
            (
                candidates[*unit].strength(name),
                one.object.parent() == other.object.parent(),
                in_common(&one.object, &other.object),
                in_common(&one.file, &other.file),
                std::cmp::Reverse(*unit),
            )
        };
        let chosen = possible.iter().copied().max_by_key(near);
        let Some(chosen) = chosen else {
            if let Some((unit, other)) = twice
                .first()
                .and_then(|unit| Some((*unit, self.conflict(*unit)?)))
            {
                self.notes.push(format!(
                    "`{name}` is left undefined: {}, which defines it, also defines `{other}`, which is there already",
                    display(unit)
                ));
            }
            return None;
        };
        let mut files: Vec<&Path> = able
            .iter()
            .map(|unit| candidates[*unit].unit.file.as_path())
            .collect();
        files.sort_unstable();
        files.dedup();
        if files.len() > 1 {
            let others = able
                .iter()
                .filter(|unit| candidates[**unit].unit.file != candidates[chosen].unit.file);
            let others: Vec<String> = others.map(|unit| display(*unit)).collect();
            let others = others.join(", ");
            self.notes.push(format!(
                "`{name}` is taken from {}, not from {others}",
                display(chosen)
            ));
        }
        Some(chosen)
    }

    /// A name that a unit defines and another one that was taken defines too.
    fn conflict(&self, unit: usize) -> Option<&str> {
        let hard = |externals: &'a Externals| {
            externals
                .defined
                .iter()
                .filter(|(_, strength)| **strength == Strength::Hard)
                .map(|(name, _)| name.as_str())
        };
        let is_taken = |name: &&str| {
            let is_hard = |taken: &usize| self.candidates[*taken].strength(name) == Some(Strength::Hard);
            self.taken.iter().any(is_hard)
        };
        hard(&self.candidates[unit].externals).find(is_taken)
    }

    fn finish(self) -> Program {
        Program {
            name: String::new(),
            units: self.taken.into_iter().collect(),
            notes: self.notes,
        }
    }
}
