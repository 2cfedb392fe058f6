//! Programs that are one text each, and the text form of the IR as a front end.

use std::path::Path;

use raceproof_ir::{Program, Span};

use crate::{Diagnostic, Diagnostics, Failed, FrontEnd, Loaded, ReadFile, SourceMap, Traits};

/// The text form of the IR.
#[derive(Clone, Copy, Debug, Default)]
pub struct IrText;

impl FrontEnd for IrText {
    fn endings(&self) -> &'static [&'static str] {
        &["ir"]
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn load(&self, paths: &[&Path], read: &ReadFile<'_>) -> Result<Loaded, Box<Failed>> {
        load_text(paths, read, |name, text| {
            raceproof_ir::parse(name, text).map_err(|errors| {
                let diagnostic =
                    |e: raceproof_ir::ParseError| Diagnostic::error(e.span, e.message).help(e.remedy);
                errors.into_iter().map(diagnostic).collect()
            })
        })
    }
}

/// Reads a program that is one text, whose local variables start as zero. `parse` gets the name of the file
/// and its text.
///
/// # Errors
///
/// All that is wrong with it, with positions.
pub fn load_text(
    paths: &[&Path],
    read: &ReadFile<'_>,
    parse: impl Fn(&str, &str) -> Result<Program, Vec<Diagnostic>>,
) -> Result<Loaded, Box<Failed>> {
    let reject = |message: String| Box::new(Failed::without_position(message, None));
    let [path] = paths else {
        return Err(reject("a program of one file, not of several".to_owned()));
    };
    let name = path.to_string_lossy().into_owned();
    let bytes = read(path).map_err(|reason| reject(format!("{name}: {reason}")))?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(reject(format!("{name}: is not UTF-8 text")));
    };
    let mut sources = SourceMap::new();
    let file = sources.file(&name);
    let parsed = parse(&name, &text);
    sources.set_text(file, text.into_bytes());
    let mut diagnostics = Diagnostics::new();
    match parsed {
        Ok(program) => Ok(Loaded {
            program,
            sources,
            diagnostics,
            integers: Vec::new(),
            starts_zeroed: true,
            unknown: Vec::new(),
            volatile_atomic: false,
            unsequenced: Vec::new(),
            // Nothing is said of types there.
            traits: Traits {
                mixes_kinds: true,
                ..Traits::default()
            },
        }),
        Err(errors) => {
            for error in errors {
                let span = Span { file, ..error.span };
                diagnostics.push(Diagnostic { span, ..error });
            }
            Err(Box::new(Failed { sources, diagnostics }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &[u8]) -> Result<Loaded, Box<Failed>> {
        IrText.load(&[Path::new("a.ir")], &|_| Ok(text.to_vec()))
    }

    fn errors(text: &[u8]) -> Vec<String> {
        let failed = load(text).expect_err("is rejected");
        let list = failed.diagnostics.list().iter();
        list.map(|d| format!("{} {}", failed.sources.position(d.span), d.message))
            .collect()
    }

    #[test]
    fn a_text_of_the_ir_is_a_program() {
        let mut loaded = load(
            b"global @n: i32 const origin openmp role team_size = 2\nfunc @main() -> i32 {\n  return 0\n}",
        )
        .expect("loads");
        assert!(loaded.starts_zeroed && loaded.program.entry.is_some());
        assert!(loaded.set_threads(5));
        assert_eq!(loaded.program.globals[0].bytes, [5, 0, 0, 0]);
    }

    #[test]
    fn errors_have_positions() {
        assert_eq!(errors(b"nonsense"), ["a.ir:1:1 `nonsense` begins no declaration"]);
        assert!(errors(b"\xff")[0].ends_with("a.ir: is not UTF-8 text"));
        let failed = IrText.load(&[Path::new("a.ir")], &|_| Err("no such file".to_owned()));
        let failed = failed.expect_err("is rejected");
        assert_eq!(failed.diagnostics.list()[0].message, "a.ir: no such file");
    }
}
