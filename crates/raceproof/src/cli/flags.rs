//! The command lines of C compilers: what is meant by each flag.
//!
//! A flag is *taken* where it changes what the sources mean and the front end can follow it, *refused* with
//! the reason where it changes that and the front end cannot, and ignored where it only says how to
//! optimise, warn, debug or write. A flag that nobody here has heard of is ignored too: compilers have
//! thousands, and most of them are about the code that is made.

use std::path::{Path, PathBuf};

use super::arguments::{DataModel, Macro};

/// What flags say about the meaning of sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-I`, `-isystem`, `-iquote` and `-idirafter`, in order.
    pub include_dirs: Vec<(IncludeKind, PathBuf)>,
    /// `-D` and `-U`, in order.
    pub macros: Vec<Macro>,
    /// `-include`, in order.
    pub includes: Vec<PathBuf>,
    /// The last `-std`, or the one that `-ansi` stands for.
    pub std: Option<String>,
    /// The last of `-m32` and `-m64`.
    pub data_model: Option<DataModel>,
    /// What the preprocessor is to be told as it is: `-nostdinc`, `-pthread`, …
    pub passed: Vec<String>,
    /// What changes the meaning in a way that the front end does not follow, each with what it changes.
    pub refused: Vec<(String, &'static str)>,
}

/// How a directory is searched for headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IncludeKind {
    Plain,
    System,
    Quote,
    After,
}

impl IncludeKind {
    /// The compiler's option for it.
    pub fn option(self) -> &'static str {
        match self {
            IncludeKind::Plain => "-I",
            IncludeKind::System => "-isystem",
            IncludeKind::Quote => "-iquote",
            IncludeKind::After => "-idirafter",
        }
    }
}

/// How far a command goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It makes no object: `-E`, `-M`, `-fsyntax-only`, `--version`.
    Look,
    /// `-c` or `-S`: an object for each source.
    Compile,
    /// A program or a library.
    #[default]
    Link,
}

/// Something that a linker is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linked {
    /// An object, an archive, a shared library, or a source that the same command compiles.
    File(PathBuf),
    /// `-lname`.
    Library(String),
}

/// A whole command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// What it says about the meaning of the sources.
    pub flags: Flags,
    /// The C sources.
    pub sources: Vec<PathBuf>,
    /// What is linked, in order; the sources too.
    pub linked: Vec<Linked>,
    /// `-L`, in order.
    pub library_dirs: Vec<PathBuf>,
    /// `-o`.
    pub output: Option<PathBuf>,
    /// How far it goes.
    pub stage: Stage,
    /// `-shared` or `-r`: what is linked is no program.
    pub is_part: bool,
}

/// Flags that take the next argument as their value unless it is attached.
const VALUED: &[&str] = &[
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefixbefore",
    "-iwithprefix",
    "-isysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-aux-info",
    "-target",
    "-arch",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-x",
    "-T",
    "-u",
    "-z",
    "-B",
    "-o",
];

/// Flags whose value is always the next argument.
const APART: &[&str] = &[
    "--param",
    "--sysroot",
    "-e",
    "-A",
    "-G",
    "-wrapper",
    "-dumpbase",
    "-dumpdir",
];

/// Flags that the preprocessor is told as they are.
const PASSED: &[&str] = &[
    "-pthread",
    "-pthreads",
    "-nostdinc",
    "-undef",
    "-trigraphs",
    "-ffreestanding",
    "-fhosted",
    "-fms-extensions",
    "-fdollars-in-identifiers",
    "-fgnu89-inline",
];

/// Flags that change what sources mean in a way that the front end does not follow.
const REFUSED: &[(&str, &str)] = &[
    ("-funsigned-char", "`char` is signed here"),
    ("-fno-signed-char", "`char` is signed here"),
    ("-funsigned-bitfields", "bit-fields of type `int` are signed here"),
    ("-fshort-enums", "enumerations are as large as `int` here"),
    ("-fshort-wchar", "`wchar_t` has 32 bits here"),
    (
        "-fpack-struct",
        "structures are aligned as the system's ABI says here",
    ),
    (
        "-mms-bitfields",
        "bit-fields are laid out as the system's ABI says here",
    ),
    (
        "-mlong-double-64",
        "`long double` is that of the system's ABI here",
    ),
    (
        "-mlong-double-128",
        "`long double` is that of the system's ABI here",
    ),
    (
        "-fplan9-extensions",
        "Plan 9's extensions of structures are not known",
    ),
    ("-mx32", "the data models are LP64 (-m64) and ILP32 (-m32)"),
    ("-m16", "the data models are LP64 (-m64) and ILP32 (-m32)"),
];

/// What follows the one-letter families of flags that say how to optimise, warn, debug and so on.
const IGNORED_FAMILIES: &[&str] = &[
    "-O",
    "-W",
    "-f",
    "-m",
    "-g",
    "-M",
    "-R",
    "-d",
    "-save-temps",
    "-flto",
    "-static",
];

/// Further flags that say nothing about meaning.
const IGNORED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-C",
    "-CC",
    "-P",
    "-H",
    "-s",
    "-w",
    "-r",
    "-n",
    "-N",
    "-Q",
    "-X",
    "-pg",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-pipe",
    "-pedantic",
    "-pedantic-errors",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-nostdinc++",
    "-rdynamic",
    "-shared",
    "-symbolic",
    "-time",
    "-traditional-cpp",
    "-qopenmp",
    "-###",
    "-no-canonical-prefixes",
    "-no-integrated-cpp",
];

/// How a flag that is no option of ours reads on our own command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is one argument.
    Alone,
    /// The next argument belongs to it.
    WithNext,
}

/// Whether an argument of `check`, `run` or `ir` is a flag of compilers that these do not have themselves.
pub fn shape(argument: &str) -> Option<Shape> {
    // Ours: -I -D -U -include -std are declared there, -o says where the result goes.
    const OWN: &[&str] = &["-include", "-I", "-D", "-U", "-o", "-u", "-e", "-A", "-n"];
    if !argument.starts_with('-') || OWN.contains(&argument) {
        return None;
    }
    if APART.contains(&argument) {
        return Some(Shape::WithNext);
    }
    let is_known = PASSED.contains(&argument)
        || IGNORED.contains(&argument)
        || argument == "-ansi"
        || argument.starts_with("--param=")
        || argument.starts_with("--sysroot=")
        || REFUSED.iter().any(|(flag, _)| *flag == argument);
    let of_ours = |flag: &str| matches!(flag, "-include" | "-I" | "-D" | "-U" | "-o" | "-u");
    match VALUED.iter().find(|flag| argument.starts_with(**flag)) {
        Some(flag) if !of_ours(flag) => Some(match argument == *flag {
            true => Shape::WithNext,
            false => Shape::Alone,
        }),
        Some(_) if !is_known => None,
        _ => {
            let is_family = IGNORED_FAMILIES.iter().any(|family| argument.starts_with(family));
            (is_known || is_family).then_some(Shape::Alone)
        }
    }
}

impl CommandLine {
    /// Reads the arguments of a compiler, without its name. Relative paths are relative to `directory`.
    pub fn parse(arguments: impl IntoIterator<Item = String>, directory: &Path) -> CommandLine {
        let mut line = CommandLine::default();
        let mut language: Option<String> = None;
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            if !argument.starts_with('-') || argument == "-" {
                line.file(&argument, language.as_deref());
                continue;
            }
            if let Some(values) = argument.strip_prefix("-Wp,") {
                let values: Vec<String> = values.split(',').map(str::to_owned).collect();
                line.preprocessor(values, directory);
                continue;
            }
            let valued = VALUED
                .iter()
                .find_map(|flag| Some((*flag, argument.strip_prefix(flag)?)));
            match valued {
                _ if line.plain(&argument) => {}
                Some(("-Xpreprocessor", "")) => {
                    let value = arguments.next().into_iter().collect();
                    line.preprocessor(value, directory);
                }
                Some(("-x", attached)) => {
                    language = match attached {
                        "" => arguments.next(),
                        attached => Some(attached.to_owned()),
                    };
                    let is_c = |name: &str| matches!(name, "c" | "cpp-output" | "c-header" | "none");
                    language = language.filter(|name| name != "none");
                    if let Some(name) = language.as_deref().filter(|name| !is_c(name)) {
                        line.flags
                            .refused
                            .push((format!("-x {name}"), "only C is understood"));
                    }
                }
                Some((flag, attached)) => {
                    let value = match attached {
                        "" => arguments.next(),
                        attached => Some(attached.to_owned()),
                    };
                    if let Some(value) = value {
                        line.valued(flag, &value, directory);
                    }
                }
                None if APART.contains(&argument.as_str()) => {
                    let value = arguments.next();
                    if let ("--sysroot", Some(value)) = (argument.as_str(), value) {
                        line.flags.passed.push(format!("--sysroot={value}"));
                    }
                }
                None => {}
            }
        }
        line
    }

    /// Takes a flag without a value; false if it is none.
    fn plain(&mut self, argument: &str) -> bool {
        let flags = &mut self.flags;
        let refused = REFUSED.iter().find(|(flag, _)| {
            argument
                .strip_prefix(flag)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        });
        if let Some((_, reason)) = refused {
            flags.refused.push((argument.to_owned(), reason));
            return true;
        }
        match argument {
            "-m32" => flags.data_model = Some(DataModel::Ilp32),
            "-m64" => flags.data_model = Some(DataModel::Lp64),
            "-ansi" => flags.std = Some("c90".to_owned()),
            "-c" | "-S" => self.stage = self.stage.min(Stage::Compile),
            "-E" | "-M" | "-MM" | "-fsyntax-only" | "--version" | "-dumpversion" | "-dumpmachine"
            | "-###" => {
                self.stage = Stage::Look;
            }
            "-shared" | "-r" | "-dynamiclib" => self.is_part = true,
            _ if PASSED.contains(&argument) || argument.starts_with("--sysroot=") => {
                flags.passed.push(argument.to_owned());
            }
            _ => match argument
                .strip_prefix("-std=")
                .or_else(|| argument.strip_prefix("--std="))
            {
                Some(std) => flags.std = Some(std.to_owned()),
                None => return IGNORED.contains(&argument) || argument == "-MD" || argument == "-MMD",
            },
        }
        true
    }

    /// Takes a flag with its value.
    fn valued(&mut self, flag: &str, value: &str, directory: &Path) {
        let flags = &mut self.flags;
        let path = || normal(&directory.join(value));
        match flag {
            "-I" => flags.include_dirs.push((IncludeKind::Plain, path())),
            "-isystem" => flags.include_dirs.push((IncludeKind::System, path())),
            "-iquote" => flags.include_dirs.push((IncludeKind::Quote, path())),
            "-idirafter" => flags.include_dirs.push((IncludeKind::After, path())),
            "-D" => flags.macros.push(Macro::Define(value.to_owned())),
            "-U" => flags.macros.push(Macro::Undefine(value.to_owned())),
            "-include" => flags.includes.push(rebased(directory, value)),
            "-imacros" => {
                let file = rebased(directory, value).to_string_lossy().into_owned();
                flags.passed.extend([flag.to_owned(), file]);
            }
            "-isysroot" | "-iprefix" | "-iwithprefix" | "-iwithprefixbefore" => {
                flags.passed.extend([flag.to_owned(), value.to_owned()]);
            }
            "-L" => self.library_dirs.push(path()),
            "-l" => self.linked.push(Linked::Library(value.to_owned())),
            "-o" => self.output = Some(PathBuf::from(value)),
            _ => {}
        }
    }

    /// Takes what is meant for the preprocessor alone. `-MD` and `-MMD` have a value there.
    fn preprocessor(&mut self, values: Vec<String>, directory: &Path) {
        let is_dependency = |value: &String| value == "-MD" || value == "-MMD";
        if !values.first().is_some_and(is_dependency) {
            self.flags.take(CommandLine::parse(values, directory).flags);
        }
    }

    fn file(&mut self, name: &str, language: Option<&str>) {
        let path = PathBuf::from(name);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_source = match language {
            Some(language) => matches!(language, "c" | "cpp-output"),
            None => matches!(ending, Some("c" | "i")),
        };
        if is_source && name != "-" {
            self.sources.push(path.clone());
        }
        self.linked.push(Linked::File(path));
    }

    /// The object that a source becomes, by the name that the compiler gives it.
    pub fn object(&self, source: &Path) -> PathBuf {
        match (&self.output, self.stage) {
            (Some(output), Stage::Compile) => output.clone(),
            _ => PathBuf::from(source.file_name().unwrap_or_default()).with_extension("o"),
        }
    }
}

impl Flags {
    /// Adds flags that come later and so win.
    pub fn take(&mut self, later: Flags) {
        self.include_dirs.extend(later.include_dirs);
        self.macros.extend(later.macros);
        self.includes.extend(later.includes);
        self.std = later.std.or(self.std.take());
        self.data_model = later.data_model.or(self.data_model.take());
        self.passed.extend(later.passed);
        self.refused.extend(later.refused);
    }
}

/// The file of an `-include`: sought where the compiler runs first and then among the headers.
fn rebased(directory: &Path, file: &str) -> PathBuf {
    let there = normal(&directory.join(file));
    match file.contains('/') || there.exists() {
        true => there,
        false => PathBuf::from(file),
    }
}

/// A path without `.` and `..`, as far as that is possible without looking at the disk.
pub fn normal(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// How many response files are read at most; those that name themselves would have no end.
const RESPONSE_FILES: usize = 2000;

/// The arguments with those of response files (`@file`) in their places. A file that cannot be read stays
/// as it is, and so does one that is too deep in others or one too many.
pub fn expanded(arguments: Vec<String>, directory: &Path) -> Vec<String> {
    let mut read = 0;
    let mut out = Vec::with_capacity(arguments.len());
    let mut open: Vec<(u32, String)> = arguments.into_iter().rev().map(|word| (0, word)).collect();
    while let Some((depth, argument)) = open.pop() {
        let text = argument
            .strip_prefix('@')
            .filter(|_| depth < 8 && read < RESPONSE_FILES)
            .and_then(|file| std::fs::read_to_string(directory.join(file)).ok())
            .and_then(|text| shlex::split(&text));
        match text {
            Some(words) => {
                read += 1;
                open.extend(words.into_iter().rev().map(|word| (depth + 1, word)));
            }
            None => out.push(argument),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> CommandLine {
        CommandLine::parse(shlex::split(line).unwrap(), Path::new("/p"))
    }

    #[test]
    fn response_files_that_name_themselves_come_to_an_end() {
        let directory = tempfile::tempdir().unwrap();
        let list = |name: &str, words: &str| std::fs::write(directory.path().join(name), words).unwrap();
        list("flags", "-DA '-DB=1 2' @more -DD");
        list("more", "-DC");
        list("self", &"@self ".repeat(50));
        let expand = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            expanded(words, directory.path())
        };
        assert_eq!(
            expand(&["-c", "@flags", "@none"]),
            ["-c", "-DA", "-DB=1 2", "-DC", "-DD", "@none"]
        );
        let many = expand(&["@self"]);
        assert!(many.iter().all(|word| word == "@self"));
        assert_eq!(many.len(), 1 + RESPONSE_FILES * 49);
    }

    #[test]
    fn what_matters_is_taken_and_the_rest_is_not() {
        let line = parse(
            "-O2 -g3 -Wall -Wextra -pedantic -pipe -pthread -fopenmp -march=native -MD -MF a.d -MT a.o \
             -isystem sys -iquote q -idirafter after -Iinc -I inc2 -DA=1 -UA -m32 -ansi -Wp,-DB,-UC -Wp,-MMD,x.d \
             -Xpreprocessor -DD -c -o out/a.o a.c",
        );
        let plain = |kind, path: &str| (kind, PathBuf::from(path));
        assert_eq!(
            line.flags.include_dirs,
            [
                plain(IncludeKind::System, "/p/sys"),
                plain(IncludeKind::Quote, "/p/q"),
                plain(IncludeKind::After, "/p/after"),
                plain(IncludeKind::Plain, "/p/inc"),
                plain(IncludeKind::Plain, "/p/inc2"),
            ]
        );
        let (define, undefine) = (
            |name: &str| Macro::Define(name.to_owned()),
            |name: &str| Macro::Undefine(name.to_owned()),
        );
        assert_eq!(
            line.flags.macros,
            [
                define("A=1"),
                undefine("A"),
                define("B"),
                undefine("C"),
                define("D")
            ]
        );
        assert_eq!(line.flags.std.as_deref(), Some("c90"));
        assert_eq!(line.flags.data_model, Some(DataModel::Ilp32));
        assert_eq!(line.flags.passed, ["-pthread"]);
        assert_eq!(line.stage, Stage::Compile);
        assert_eq!(line.sources, [PathBuf::from("a.c")]);
        assert_eq!(line.object(Path::new("a.c")), Path::new("out/a.o"));
        assert!(line.flags.refused.is_empty());
    }

    #[test]
    fn what_cannot_be_followed_is_refused() {
        for flag in ["-funsigned-char", "-fpack-struct=2", "-mx32", "-x c++"] {
            let refused = parse(&format!("-c {flag} a.c")).flags.refused;
            assert_eq!(refused.len(), 1, "{flag}");
            assert_eq!(refused[0].0, flag);
        }
        // The opposite is what we do anyway.
        assert!(
            parse("-fsigned-char -fno-short-enums -x c a.c")
                .flags
                .refused
                .is_empty()
        );
    }

    #[test]
    fn a_link_names_its_parts_in_order() {
        let line = parse("-o prog main.o -Llib -lx sub/liby.a z.c -Wl,-rpath,/x -lpthread");
        let file = |name: &str| Linked::File(PathBuf::from(name));
        let library = |name: &str| Linked::Library(name.to_owned());
        assert_eq!(
            line.linked,
            [
                file("main.o"),
                library("x"),
                file("sub/liby.a"),
                file("z.c"),
                library("pthread")
            ]
        );
        assert_eq!((line.stage, line.is_part), (Stage::Link, false));
        assert_eq!(line.library_dirs, [PathBuf::from("/p/lib")]);
        assert!(parse("-shared -o libx.so a.o").is_part);
        assert_eq!(parse("-E a.c").stage, Stage::Look);
        assert_eq!(parse("-c -E a.c").stage, Stage::Look);
    }

    #[test]
    fn own_options_are_not_those_of_compilers() {
        for own in [
            "-o",
            "-p",
            "-pbuild",
            "-v",
            "-q",
            "-Z",
            "-DX",
            "-D",
            "-Iinc",
            "--threads",
            "-include",
            "a.c",
        ] {
            assert_eq!(shape(own), None, "{own}");
        }
        for alone in [
            "-O2",
            "-pthread",
            "-pipe",
            "-pedantic",
            "-lm",
            "-L.",
            "-fopenmp",
            "-m32",
            "-MD",
            "-c",
            "-g",
        ] {
            assert_eq!(shape(alone), Some(Shape::Alone), "{alone}");
        }
        for with_next in ["-isystem", "-MF", "-iquote", "-x", "--param"] {
            assert_eq!(shape(with_next), Some(Shape::WithNext), "{with_next}");
        }
    }
}
