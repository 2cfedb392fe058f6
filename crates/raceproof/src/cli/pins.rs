//! What the user pins of the world beside arguments and inputs: a snapshot, read once, when the check starts.

use std::path::Path;

use raceproof_portfolio::Setting;

use super::arguments::WorldArguments;

/// The most bytes of all files together.
const MOST: usize = 1 << 28;

/// Reads what the options name.
///
/// # Errors
///
/// Which file cannot be read, and why.
pub fn read(world: &WorldArguments) -> Result<Setting, String> {
    let mut snapshot = Snapshot::default();
    for text in &world.files {
        match text.split_once('=') {
            Some((name, path)) if !name.is_empty() => snapshot.add(name.to_owned(), Path::new(path))?,
            _ => snapshot.add_below(
                text,
                Path::new(text),
                "--file: write NAME=PATH, or name a directory",
            )?,
        }
    }
    let stdin = match &world.stdin {
        Some(path) => contents(path)?,
        None => Vec::new(),
    };
    Ok(Setting {
        stdin,
        variables: world.variables.clone(),
        files: snapshot.files,
        processors: world.processors,
        ..Setting::default()
    })
}

fn contents(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Files and what is in them.
#[derive(Default)]
struct Snapshot {
    files: Vec<(String, Vec<u8>)>,
    bytes: usize,
}

impl Snapshot {
    fn add(&mut self, name: String, path: &Path) -> Result<(), String> {
        let bytes = contents(path)?;
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MOST {
            return Err(format!(
                "{}: the files have more than {MOST} bytes together",
                path.display()
            ));
        }
        self.files.push((name, bytes));
        Ok(())
    }

    /// All files below a directory, in the order of their names.
    fn add_below(&mut self, name: &str, path: &Path, hint: &str) -> Result<(), String> {
        let explain = |error: std::io::Error| format!("{}: {error} ({hint})", path.display());
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(path).map_err(explain)? {
            entries.push(entry.map_err(explain)?.path());
        }
        entries.sort();
        for entry in entries {
            let last = entry
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let name = format!("{}/{last}", name.trim_end_matches('/'));
            match entry.is_dir() {
                true => self.add_below(&name, &entry, hint)?,
                false => self.add(name, &entry)?,
            }
        }
        Ok(())
    }
}
