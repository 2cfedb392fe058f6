//! Files in, trees or errors out, through the system's preprocessor.

use std::fs;
use std::path::{Path, PathBuf};

use raceproof_c::ast::{ExternalDecl, TranslationUnit};
use raceproof_c::preprocess::{DataModel, PreprocessOptions};
use raceproof_c::{Rejected, Session, headers, parse_file};
use raceproof_source::Severity;

/// A directory of one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

fn parse(path: &Path, options: &PreprocessOptions) -> (Result<TranslationUnit, Rejected>, String) {
    let mut session = Session::default();
    let result = parse_file(&mut session, path, options);
    let said = session
        .diagnostics
        .render(&session.sources, Severity::Warning, false);
    let parent = path
        .parent()
        .map_or(String::new(), |p| format!("{}/", p.display()));
    (result, said.replace(&parent, ""))
}

/// Headers that programs include, beside our own.
const SYSTEM_HEADERS: &str = "alloca.h arpa/inet.h dirent.h dlfcn.h err.h errno.h fcntl.h fenv.h float.h \
    fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h inttypes.h iso646.h langinfo.h libgen.h libintl.h limits.h \
    locale.h malloc.h math.h memory.h mqueue.h net/if.h netdb.h netinet/in.h netinet/tcp.h poll.h pwd.h \
    regex.h sched.h search.h semaphore.h setjmp.h signal.h spawn.h stdalign.h stdarg.h stdbool.h stddef.h \
    stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h sys/epoll.h sys/eventfd.h sys/file.h \
    sys/ioctl.h sys/mman.h sys/param.h sys/prctl.h sys/resource.h sys/select.h sys/sendfile.h sys/socket.h \
    sys/stat.h sys/statvfs.h sys/syscall.h sys/time.h sys/times.h sys/types.h sys/uio.h sys/un.h \
    sys/utsname.h sys/wait.h syslog.h termios.h threads.h time.h uchar.h ucontext.h unistd.h utime.h wchar.h \
    wctype.h";

#[test]
fn all_headers_together_parse() {
    let directory = directory("headers");
    let path = directory.join("all.c");
    let mut text = "#ifdef ALL\n#define _GNU_SOURCE\n#endif\n".to_owned();
    let system = SYSTEM_HEADERS.split_whitespace();
    for name in headers::HEADERS.iter().map(|(name, _)| *name).chain(system) {
        text += &format!("#if __has_include(<{name}>)\n#include <{name}>\n#endif\n");
    }
    text += "int main(void) { return 0; }\n";
    fs::write(&path, text).expect("written");
    for standard in [None, Some("c99"), Some("c11"), Some("gnu23")] {
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let options = PreprocessOptions {
                standard: standard.map(str::to_owned),
                data_model,
                defines: standard.is_none().then(|| "ALL".to_owned()).into_iter().collect(),
                ..PreprocessOptions::default()
            };
            let (result, said) = parse(&path, &options);
            assert!(result.is_ok(), "{standard:?} {data_model:?}: {said}");
        }
    }
}

#[test]
fn options_reach_the_preprocessor() {
    let directory = directory("options");
    fs::create_dir_all(directory.join("inc")).expect("a directory");
    fs::write(directory.join("inc/own.h"), "int from_header;\n").expect("written");
    fs::write(directory.join("first.h"), "typedef int first_t;\n").expect("written");
    let path = directory.join("main.c");
    fs::write(
        &path,
        "#include <own.h>\n#if A != 3 || defined(B) || !defined(__RACEPROOF__) || !defined(_OPENMP)\n#error wrong\n#endif\nfirst_t x;\n",
    )
    .expect("written");
    let options = PreprocessOptions {
        include_dirs: vec![directory.join("inc")],
        defines: vec!["A=3".to_owned(), "B".to_owned()],
        undefines: vec!["B".to_owned()],
        include_files: vec![directory.join("first.h")],
        ..PreprocessOptions::default()
    };
    let (result, said) = parse(&path, &options);
    let unit = result.unwrap_or_else(|_| panic!("{said}"));
    assert_eq!(unit.items.len(), 3);
}

#[test]
fn positions_in_headers_and_macros_are_the_originals() {
    let directory = directory("positions");
    fs::write(
        directory.join("bad.h"),
        "#define TWICE(x) ((x) + (x))\n\n/* c */ int   a = ;\n",
    )
    .expect("written");
    let path = directory.join("main.c");
    fs::write(&path, "#include \"bad.h\"\nint b = TWICE(1)   2;\n").expect("written");
    let (result, said) = parse(&path, &PreprocessOptions::default());
    assert!(result.is_err());
    assert_eq!(
        said,
        "error: expected an expression, found `;`
 --> bad.h:3:19
  |
3 | /* c */ int   a = ;
  |                   ^

error: expected `;` after the declaration, found `2`
 --> main.c:2:20
  |
2 | int b = TWICE(1)   2;
  |                    ^

"
    );
}

#[test]
fn errors_of_the_preprocessor_have_places() {
    let directory = directory("errors");
    let path = directory.join("main.c");
    fs::write(&path, "#include <no/such.h>\n").expect("written");
    let (result, said) = parse(&path, &PreprocessOptions::default());
    assert!(result.is_err());
    assert!(
        said.contains("no/such.h") && said.contains("--> main.c:1:10"),
        "{said}"
    );
    assert!(
        said.contains("help: name the directory that holds it with -I"),
        "{said}"
    );
    fs::write(&path, "int x;\n#error not here\n").expect("written");
    let (_, said) = parse(&path, &PreprocessOptions::default());
    assert!(
        said.contains("#error not here") && said.contains("--> main.c:2:2"),
        "{said}"
    );
}

#[test]
fn files_that_are_no_source_are_refused() {
    let directory = directory("refused");
    let expect = |path: &Path, text: &str| {
        let (result, said) = parse(path, &PreprocessOptions::default());
        assert!(result.is_err() && said.contains(text), "{said}");
    };
    expect(&directory.join("missing.c"), "missing.c: no such file");
    expect(&directory, "is a directory");
    let binary = directory.join("binary.c");
    fs::write(&binary, b"int\0x;").expect("written");
    expect(&binary, "is a binary file");
}

#[test]
fn bytes_that_are_not_utf8_are_text() {
    let path = directory("bytes").join("main.c");
    fs::write(&path, b"/* \xff\xfe */ char *s = \"\xff\"; // \xe9\nint x;\n").expect("written");
    let (result, said) = parse(&path, &PreprocessOptions::default());
    assert!(result.is_ok(), "{said}");
}

#[test]
fn preprocessed_files_are_taken_as_they_are() {
    let directory = directory("preprocessed");
    let path = directory.join("main.i");
    fs::write(&path, "# 5 \"gone.c\"\nint x; // c\n/* d\n */ int y = ;\n").expect("written");
    let (result, said) = parse(&path, &PreprocessOptions::default());
    assert!(result.is_err());
    assert_eq!(
        said,
        "error: expected an expression, found `;`
 --> gone.c:7:13
  |
7 |  */ int y = ;
  |             ^

"
    );
    fs::write(&path, "int x;\n#pragma weak x\n").expect("written");
    let (result, said) = parse(&path, &PreprocessOptions::default());
    let unit = result.unwrap_or_else(|_| panic!("{said}"));
    assert!(matches!(unit.items[1], ExternalDecl::Pragma(_)));
}
