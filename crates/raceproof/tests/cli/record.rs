//! `cc --record`, `c++ --record`, `record` and `run --trace`: from a program to its trace and the races in
//! it.

use std::process::Command;

use crate::Case;

/// Whether there is this compiler; loudly, if not.
fn is_there(compiler: &str) -> bool {
    let is_there = Command::new(compiler).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("SKIPPED: there is no {compiler} to compile what is to be recorded");
    }
    is_there
}

/// Builds, runs and records a program; gives how `trace` ends and what it says.
fn recorded(source: &str, text: &str, orders: &str) -> (i32, String) {
    let case = Case::new();
    case.write(source, text);
    let compiler = if source.ends_with(".c") { "cc" } else { "c++" };
    case.prints(&[compiler, "--record", "-O1", source, "-o", "prog"]);
    let output = case.run(&["record", "--", "./prog"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("recorded"), "{stderr}");
    let output = case.run(&["trace", "--order", orders, "prog.trace"]);
    let told = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), told)
}

/// The thread does `first`, then both of them change `y` with the mutex; the program does `last` at its end.
fn program(first: &str, last: &str) -> String {
    format!(
        "#include <pthread.h>\n#include <stdlib.h>\n\
        struct {{ char a; char b; int c; }} s; int x, y;\n\
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
        void *f(void *p) {{ s.b = 1;\n{first}\n\
        pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); return p; }}\n\
        int main(void) {{ pthread_t t; s.a = 1; pthread_create(&t, 0, f, 0); s.a = 2; s.c = 3;\n\
        pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m);\n\
        pthread_join(t, 0); x = 2; {last} return y == 2 ? 0 : 9; }}\n"
    )
}

#[test]
fn a_recorded_program_has_its_race_and_no_other() {
    if !is_there("cc") {
        return;
    }
    let (status, told) = recorded("safe.c", &program("x = 1;", ""), "hb,shb");
    assert_eq!(status, 0, "{told}");
    let racy = program("s.c = 1;", "");
    let (status, told) = recorded("racy.c", &racy, "hb");
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("race on `s+4`"), "{told}");
    assert!(told.contains("racy.c:6") && told.contains("racy.c:8"), "{told}");
}

/// Threads are created and joined by the library of C++, which calls what stands before the C library; blocks
/// of memory go from thread to thread; a condition variable, atomics and a static variable order.
#[test]
fn a_recorded_program_in_cpp_has_no_race() {
    if !is_there("c++") {
        return;
    }
    let text = "#include <atomic>\n#include <condition_variable>\n#include <memory>\n#include <mutex>\n\
        #include <string>\n#include <thread>\n#include <vector>\n\
        std::mutex m; std::condition_variable c; bool ready; int x, after; std::atomic<int> n, flag;\n\
        int main() {\n\
          std::vector<std::thread> all; auto shared = std::make_shared<int>(7);\n\
          for (int i = 0; i < 4; i++) all.emplace_back([i, shared] {\n\
            { std::unique_lock<std::mutex> l(m); c.wait(l, [] { return ready; }); x += *shared; }\n\
            static std::string s(40, 'a');\n\
            std::vector<int> v(100, i); n += v[3] + (int)s.size();\n\
            if (i == 0) { after = 5; flag.store(1, std::memory_order_release); }\n\
            if (i == 1) { while (!flag.load(std::memory_order_acquire)) {} after++; }\n\
          });\n\
          { std::lock_guard<std::mutex> l(m); ready = true; }\n\
          c.notify_all();\n\
          for (auto &t : all) t.join();\n\
          return x == 28 && after == 6 ? 0 : 9;\n\
        }\n";
    let (status, told) = recorded("all.cpp", text, "hb,shb");
    assert_eq!(status, 0, "{told}");
}

#[test]
fn a_program_that_is_killed_leaves_its_trace() {
    if !is_there("cc") {
        return;
    }
    let racy = program("s.c = 1;", "abort();");
    let (status, told) = recorded("killed.c", &racy, "hb");
    assert_eq!(status, 1, "{told}");
}

#[test]
fn what_records_nothing_is_told() {
    let case = Case::new();
    crate::assert_rejected(&case, &["record", "--", "true"], "recorded nothing");
    crate::assert_rejected(&case, &["record", "--", "./nobody"], "cannot run");
    crate::assert_rejected(&case, &["c++", "x.cpp"], "c++ --record");
}

#[test]
fn a_run_writes_its_trace() {
    let case = Case::new();
    case.write("racy.c", program("x = 1; s.c = 2;", ""));
    case.prints(&["run", "--trace", "run.trace", "racy.c"]);
    let output = case.run(&["trace", "--order", "hb,wcp", "run.trace"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("race on `s.c`: ") && told.contains("racy.c:6"),
        "{told}"
    );
    case.write("safe.c", program("x = 1;", ""));
    case.prints(&["run", "--trace", "run.trace", "safe.c"]);
    let output = case.run(&["trace", "--order", "hb,shb", "run.trace"]);
    assert_eq!(output.status.code(), Some(0));
    case.write("cut.trace", &std::fs::read(case.path("run.trace")).unwrap()[..40]);
    assert!(
        case.run(&["trace", "cut.trace"])
            .status
            .code()
            .is_some_and(|code| code != 101)
    );
}
