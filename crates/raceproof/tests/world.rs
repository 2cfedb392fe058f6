//! Every program of `tests/world`. The conventions are in `tests/world/README.md`.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/world");
    let entries = std::fs::read_dir(&root).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let trial = |file: std::path::PathBuf| {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Trial::test(name, move || check(&file))
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

/// What a file says after a mark, line by line.
fn said<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines()
        .filter_map(move |line| Some(line.trim().strip_prefix(mark)?.trim()))
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let stem = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (verdict, status) = match stem.rsplit_once('-') {
        Some((_, "race")) => ("race", 1),
        Some((_, "safe")) => ("race-free", 0),
        Some((_, "unknown")) => ("unknown", 3),
        _ => return Err("the name says no verdict".into()),
    };
    let run = |format: &str| {
        let mut options: Vec<&str> = vec!["check", "--format", format];
        options.extend(said(&text, "//~ options:").flat_map(str::split_whitespace));
        let at = options
            .iter()
            .position(|option| *option == "--")
            .unwrap_or(options.len());
        options.insert(
            at,
            file.file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default(),
        );
        Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .args(options)
            .current_dir(file.parent().unwrap_or(file))
            .output()
    };
    let output = run("text")?;
    let stdout = String::from_utf8(output.stdout)?;
    let explain = |what: String| -> Failed {
        format!("{what}\n{stdout}{}", String::from_utf8_lossy(&output.stderr)).into()
    };
    if output.status.code() != Some(status) {
        return Err(explain(format!("{verdict} expected, found {}", output.status)));
    }
    if let Some(words) = said(&text, "//~ says:").find(|words| !stdout.contains(words)) {
        return Err(explain(format!("`{words}` expected")));
    }
    if let Some(words) = said(&text, "//~ lacks:").find(|words| stdout.contains(words)) {
        return Err(explain(format!("`{words}` not expected")));
    }
    let report: Value = serde_json::from_slice(&run("json")?.stdout)?;
    match report["verdict"] == verdict {
        true => Ok(()),
        false => Err(explain(format!("the JSON form says {}", report["verdict"]))),
    }
}
