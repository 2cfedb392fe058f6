//! The command line from outside: messages and exit statuses.

mod check;
mod defect;
mod documents;
mod entry;
mod exchange;
mod explain;
mod input;
mod known;
mod limit;
mod project;
mod record;
mod run;
mod team;
mod tool;
mod trace;
mod usage;

use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

struct Case {
    directory: TempDir,
}

impl Case {
    fn new() -> Case {
        Case {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Case {
        if let Some(directory) = self.path(name).parent() {
            std::fs::create_dir_all(directory).unwrap();
        }
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(self.directory.path())
            .args(args)
            .output()
            .unwrap()
    }

    /// The exit status and the standard error.
    fn fails(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.stdout.is_empty(), "nothing is printed to standard output");
        assert!(!stderr.contains("panicked"), "{stderr}");
        (output.status.code().unwrap(), stderr)
    }

    /// The standard output of a run that succeeds.
    fn prints(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {stderr}", output.status);
        String::from_utf8(output.stdout).unwrap()
    }
}

fn assert_rejected(case: &Case, args: &[&str], message: &str) {
    let (status, stderr) = case.fails(args);
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains(message), "{message:?} is not in {stderr:?}");
}

const RACY: &str = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n#ifdef SAFE\npthread_join(t, 0);\n#endif\nreturn x; }\n";
