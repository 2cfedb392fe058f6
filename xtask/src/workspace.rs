//! Where things are, and the release build of raceproof.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// Builds raceproof in release mode; the path of the program.
pub fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "raceproof"])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("raceproof does not build".to_owned());
    }
    // This program is in target/debug, or wherever the user put the target directory.
    let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let target = own.parent().and_then(Path::parent);
    let program = target.map(|target| target.join("release/raceproof"));
    match program {
        Some(program) if program.exists() => Ok(program),
        _ => Err("cannot find the raceproof that was just built".to_owned()),
    }
}
