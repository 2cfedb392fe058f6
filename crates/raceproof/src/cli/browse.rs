//! A page in the user's browser.

use std::path::Path;
use std::process::Command;

/// Writes a page to a file of its own, which stays there for the browser.
///
/// # Errors
///
/// Why it cannot be written.
pub fn keep(page: &str) -> Result<std::path::PathBuf, String> {
    let file = tempfile::Builder::new()
        .prefix("raceproof-")
        .suffix(".html")
        .tempfile();
    let explain = |error: &dyn std::fmt::Display| format!("the page cannot be written: {error}");
    let (_, path) = file
        .map_err(|error| explain(&error))?
        .keep()
        .map_err(|error| explain(&error))?;
    super::write::file(&path, page).map(|()| path)
}

/// Shows a page.
///
/// # Errors
///
/// Why there is no browser, and where the page is.
pub fn show(page: &Path) -> Result<(), String> {
    let system = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let named = std::env::var_os("BROWSER").filter(|name| !name.is_empty());
    let browser = named.unwrap_or_else(|| system.into());
    let started = Command::new(&browser).arg(page).status();
    let problem = match started {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    let browser = browser.to_string_lossy();
    let page = page.display();
    Err(format!(
        "`{browser}` does not show the page ({problem}): open {page}, or set $BROWSER"
    ))
}
