//! `check --all`: every engine lists every pair of places that race.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

const PROGRAM: &str = "#include <pthread.h>
int x, y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    x = 1;
    y = x + 1;
    x = 3;
    pthread_mutex_lock(&m);
    z++;
    pthread_mutex_unlock(&m);
    return a;
}
void *g(void *a) {
    x = 2;
    z = y;
    return a;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return x + y;
}
";

#[test]
fn every_engine_lists_all_races() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("all.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let expected = BTreeSet::from([(5, 14), (6, 14), (6, 15), (7, 14), (9, 15)]);
    for engine in ["auto", "graph", "dpor", "lockset", "symbolic", "oracle"] {
        let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .args(["check", "--all", "--format", "json", "--engine", engine])
            .arg(&file)
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap();
        let pairs = findings.iter().map(|finding| {
            let line = |i: usize| finding["accesses"][i]["line"].as_u64().unwrap();
            (line(0).min(line(1)), line(0).max(line(1)))
        });
        assert_eq!(pairs.collect::<BTreeSet<_>>(), expected, "{engine}");
        assert_eq!(findings.len(), expected.len(), "{engine} lists a pair twice");
    }
}
