//! Small programs of three threads, each proved or not.

use crate::answer::answer;
use raceproof_modular::Answer;
use std::path::Path;

const GLOBALS: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <errno.h>\n#include <sched.h>\n#include <stdlib.h>\n#include <string.h>\n\
    extern int __VERIFIER_nondet_int(void);\n\
    atomic_int l, an, an2; atomic_uint au; atomic_uchar ac; int x, y, plain, out[500], next_, *heap; long ln;\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t cv = PTHREAD_COND_INITIALIZER;\n\
    #define LOCK pthread_mutex_lock(&m);\n#define UNLOCK pthread_mutex_unlock(&m);\n";

/// Whether it is safe, further globals, what two threads do, what a third one does (the same if that is
/// empty), and what the first thread does before and after it creates them.
pub type Case<'t> = (bool, &'t str, &'t str, &'t str, &'t str, &'t str);

/// Whether the safe ones are proved, and the others not.
pub fn check(name: &str, cases: &[Case<'_>]) {
    for (i, case) in cases.iter().enumerate() {
        check_one(&format!("{name}-{i}"), *case);
    }
}

/// Whether one is proved if it is safe, and not otherwise.
pub fn check_one(name: &str, (safe, globals, body, third, before, after): Case<'_>) {
    let third = if third.is_empty() { body } else { third };
    let text = format!(
        "{GLOBALS}{globals}\nvoid *use(void *a) {{ {body} return a; }}\nvoid *third(void *a) {{ {third} return a; }}\n\
         int main(void) {{ pthread_t t[3]; {before}\nfor (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);\n\
         pthread_create(&t[2], 0, third, 0); {after}\nfor (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }}\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&path, text).expect("the directory for tests can be written");
    let proved = answer(&path) == Answer::Proved;
    assert_eq!(proved, safe, "{name}: {body}; {third}; {before}");
}
