//! Writing results: a file is whole or as it was before, and a reader that has gone is no error.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// Writes a file beside the one of this name and renames it, so that a full disk leaves the old one.
///
/// # Errors
///
/// What went wrong, with the name of the file; then there is nothing new.
pub fn file(path: &Path, text: &str) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("{}: {error}", path.display());
    // A link stays a link.
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    // What is no ordinary file (a device, a pipe) has no other beside it.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, text).map_err(explain);
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut part = tempfile::Builder::new()
        .prefix(".raceproof-")
        .permissions(permissions(path))
        .tempfile_in(directory.unwrap_or(Path::new(".")))
        .map_err(explain)?;
    part.write_all(text.as_bytes()).map_err(explain)?;
    part.as_file().sync_all().map_err(explain)?;
    part.persist(path).map_err(|error| explain(error.error))?;
    Ok(())
}

/// Those of the file that is replaced, or those of a new one.
fn permissions(path: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    match std::fs::metadata(path) {
        Ok(metadata) => metadata.permissions(),
        Err(_) => std::fs::Permissions::from_mode(0o666),
    }
}

/// Prints a result. That nobody reads it any more is no error.
///
/// # Errors
///
/// What went wrong.
pub fn standard_output(text: &str) -> Result<(), String> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}
