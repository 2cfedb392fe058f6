//! What the front end tells the user, collected, and rendered with the source line.

use std::fmt::Write as _;

use raceproof_ir::Span;

use crate::SourceMap;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Perhaps not what was meant.
    Warning,
    /// The program cannot be understood.
    Error,
}

impl Severity {
    fn text(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Severity::Note => "\x1b[1;32m",
            Severity::Warning => "\x1b[1;33m",
            Severity::Error => "\x1b[1;31m",
        }
    }
}

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, in one line without a full stop.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// Other places that matter, and why.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message.
    pub fn new(severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            message: message.into(),
            span,
            labels: Vec::new(),
            help: None,
        }
    }

    /// An error.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message)
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message)
    }

    /// Points to another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// The message with its source lines, in the manner of rustc, ending in a new line.
    pub fn render(&self, sources: &SourceMap, colour: bool) -> String {
        let (bold, blue, head, reset) = if colour {
            ("\x1b[1m", "\x1b[1;34m", self.severity.colour(), "\x1b[0m")
        } else {
            ("", "", "", "")
        };
        let mut out = format!(
            "{head}{}{reset}{bold}: {}{reset}\n",
            self.severity.text(),
            self.message
        );
        let spans = || std::iter::once(&self.span).chain(self.labels.iter().map(|(span, _)| span));
        let gutter = spans().map(|s| s.line).max().unwrap_or(0).to_string().len();
        let mut snippet = |arrow: &str, span: Span, mark: char, mark_colour: &str, text: &str| {
            if !span.is_known() {
                return;
            }
            let _ = writeln!(
                out,
                "{:gutter$}{blue}{arrow}{reset} {}",
                "",
                sources.position(span)
            );
            let Some(line) = sources.line(span.file, span.line) else {
                if !text.is_empty() {
                    let _ = writeln!(out, "{:gutter$} {blue}={reset} {text}", "");
                }
                return;
            };
            let before: String = line
                .chars()
                .take(span.column.saturating_sub(1) as usize)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let room = line.chars().count().saturating_sub(before.len());
            let length = (span.length as usize).min(room).max(1);
            let marks: String = std::iter::repeat_n(mark, length).collect();
            let _ = writeln!(out, "{:gutter$} {blue}|{reset}", "");
            let _ = writeln!(out, "{blue}{:>gutter$} |{reset} {line}", span.line);
            let mut under = format!("{before}{mark_colour}{marks}");
            if !text.is_empty() {
                let _ = write!(under, " {text}");
            }
            let _ = writeln!(out, "{:gutter$} {blue}|{reset} {under}{reset}", "");
        };
        snippet("-->", self.span, '^', head, "");
        for (span, text) in &self.labels {
            snippet(":::", *span, '-', blue, text);
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{:gutter$} {blue}={reset} {bold}help{reset}: {help}", "");
        }
        out
    }
}

/// How many errors are kept: more of them are mostly consequences of the first.
pub const MAX_ERRORS: usize = 20;

/// The messages of a session in the order found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// No messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message. Errors past [`MAX_ERRORS`] are counted and dropped.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > MAX_ERRORS {
                return;
            }
        }
        self.list.push(diagnostic);
    }

    /// The messages kept.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// The messages kept, to be told elsewhere.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    /// Whether there was an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors, dropped ones included.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether looking for more errors is of no use.
    pub fn is_full(&self) -> bool {
        self.errors >= MAX_ERRORS
    }

    /// All messages that are at least as bad as `least`, rendered with a blank line between them.
    pub fn render(&self, sources: &SourceMap, least: Severity, colour: bool) -> String {
        let mut out = String::new();
        for diagnostic in self.list.iter().filter(|d| d.severity >= least) {
            out.push_str(&diagnostic.render(sources, colour));
            out.push('\n');
        }
        if self.errors > MAX_ERRORS {
            let dropped = self.errors - MAX_ERRORS;
            let _ = writeln!(out, "error: {dropped} more errors are not shown\n");
        }
        out
    }
}
