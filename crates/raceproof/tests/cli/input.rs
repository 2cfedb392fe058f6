//! `--input`.

use super::{Case, assert_rejected};

const WITH_INPUTS: &str = "\
#include <stdlib.h>
#define N 4
static int limit = 10;
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    int a[N + 1];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[n > limit ? 0 : i] = i;
    return a[0];
}
";

#[test]
fn every_value_of_an_input_is_checked() {
    let case = Case::new();
    case.write("a.c", WITH_INPUTS);
    let inputs = ["--input", "N=1..3", "--input", "limit=1..4"];
    let safe = case.prints(&[&["check", "--closed-world", "a.c"], &inputs[..]].concat());
    assert!(safe.contains("N = 1..3, limit = 1..4"), "{safe}");
    assert!(safe.contains("race-free in the closed world"), "{safe}");
    let open = case.run(&[&["check", "a.c"], &inputs[..]].concat());
    assert_eq!(open.status.code(), Some(3), "its argument is open");
    for (inputs, expected) in [
        (&["--input", "limit=-1..3"][..], "\"limit\": -1"),
        (&["--input", "argv[1]=8..20"], "\"argv[1]\": 11"),
        (&["--input", "N=1..3", "--input", "argv[1]=11"], "\"N\": 2"),
        (
            &["--input", "argv[1]=x", "--input", "limit=-1"],
            "\"argv[1]\": \"x\"",
        ),
    ] {
        let mut args = vec!["check", "--format", "json", "--witness", "w.json", "a.c"];
        args.extend(inputs);
        let output = case.run(&args);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{inputs:?}: {stdout}");
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
        assert!(case.prints(&["replay", "w.json"]).contains("a[0]"), "{inputs:?}");
    }
}

#[test]
fn inputs_that_mean_nothing_are_refused() {
    let case = Case::new();
    case.write("a.c", WITH_INPUTS);
    let refused = |input: &str, message: &str| {
        assert_rejected(&case, &["check", "--input", input, "a.c"], message);
    };
    refused("M=1", "no macro or object of this name");
    refused("limit", "NAME=VALUE");
    refused("limit=4..2", "the range is empty");
    refused("limit=99999999999", "cannot hold 99999999999");
    refused("limit=x", "not an integer");
    refused("argv[2]=1", "there is no argv[1]");
    refused("N=1..99999999", "more than");
    refused("N=)", "a.c:");
}

#[test]
fn inputs_are_the_objects_that_they_name() {
    // Objects are lowered in the order of their use, and one that nothing uses not at all.
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
int unused, x, other, k;
void *f(void *p) { if (k == 2) x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = other;
    pthread_join(t, 0);
}
",
    );
    for (input, expected) in [
        ("k=2", "verdict: race "),
        ("k=0..4", "verdict: race "),
        ("k=0..1", "verdict: race-free "),
        ("other=2", "verdict: race-free "),
        ("unused=2", "verdict: race-free "),
    ] {
        let output = case.run(&["check", "-q", "--input", input, "a.c"]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains(expected), "{input}: {stdout}");
    }
    assert_rejected(
        &case,
        &["check", "--input", "k=1", "--input", "k=2", "a.c"],
        "`k`",
    );
}
