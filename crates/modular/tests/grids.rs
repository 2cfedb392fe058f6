//! Loops within loops, and loops that are collapsed: rows of sizes that nobody knows.

mod answer;

use answer::answer_of;
use raceproof_c::compile_text;
use raceproof_ir::DataModel;
use raceproof_modular::Answer;

fn answer_to(body: &str) -> Answer {
    let text = format!(
        "int __VERIFIER_nondet_int(void);\nvoid *malloc(unsigned long);\nint n, m, s;\nint g[12][12][12], h[6][6][6][6];\n\
         void f(double *c, double *d) {{\n{body}\n}}\n\
         int main(void) {{\nn = __VERIFIER_nondet_int();\nm = __VERIFIER_nondet_int();\n\
         s = __VERIFIER_nondet_int();\nif (n < 0 || n > 9999 || m < 0 || m > 9999) return 1;\n\
         double *c = malloc(8L * n * m), *d = malloc(8L * n * m);\nif (c && d) f(c, d);\nreturn 0;\n}}\n"
    );
    let Ok(compiled) = compile_text("grid.c", &text, DataModel::Lp64) else {
        panic!("it does not compile:\n{text}");
    };
    answer_of(body, &compiled.program)
}

/// The head of two loops that are collapsed.
fn collapsed(outer: &str, inner: &str, body: &str) -> String {
    format!("#pragma omp parallel for collapse(2)\nfor ({outer})\nfor ({inner})\n{body}")
}

const OUTER: &str = "int i = 0; i < n; i++";
const INNER: &str = "int j = 0; j < m; j++";

#[test]
fn rows_and_columns_are_apart() {
    let all = [
        collapsed(OUTER, INNER, "c[i * m + j] = 1;"),
        collapsed(OUTER, INNER, "c[i * m + j] = d[j * n + i];"),
        collapsed(
            OUTER,
            INNER,
            "for (int k = 0; k < n; k++) c[i * m + j] += d[i * n + k];",
        ),
        collapsed(OUTER, "int j = 1; j <= m; j++", "c[i * m + j - 1] = 1;"),
        collapsed(OUTER, "int j = m; j > 0; j--", "c[i * m + m - j] = 1;"),
        collapsed(
            "int i = 0; i < 12; i++",
            "int j = 0; j < 12; j++",
            "g[i][j][0] = 1;",
        ),
        collapsed(
            "int i = 0; i < 12; i++",
            "int j = 0; j < 12; j++",
            "for (int k = 0; k < 12; k++) g[i][j][k] = i + j;",
        ),
        "#pragma omp parallel for collapse(3)\nfor (int i = 0; i < 12; i++) for (int j = 0; j < 12; j++)\n\
         for (int k = 0; k < 12; k++) g[i][j][k] = 1;"
            .to_owned(),
        "#pragma omp parallel for\nfor (int i = 0; i < 12; i++) for (int j = 0; j < 12; j++)\n\
         for (int k = 0; k < 12; k++) g[i][j][k] = 1;"
            .to_owned(),
        "#pragma omp parallel for\nfor (int i = 0; i < 12; i++) for (int j = 0; j < 12; j++)\n\
         for (int k = j; k < 12; k++) g[i][j][k] = g[i][k][j];"
            .to_owned(),
    ];
    for body in all {
        assert_eq!(answer_to(&body), Answer::Proved, "{body}");
    }
}

#[test]
fn rows_that_meet_are_not() {
    let all = [
        // Rows are longer than they are taken for.
        collapsed(OUTER, "int j = 0; j <= m; j++", "c[i * m + j] = 1;"),
        collapsed(OUTER, INNER, "c[i * m + j] = c[i * m + j + 1];"),
        collapsed(OUTER, INNER, "c[i * n + j] = 1;"),
        collapsed(OUTER, INNER, "c[i + j] = 1;"),
        collapsed(OUTER, INNER, "c[j * m + i] = 1;"),
        collapsed(OUTER, INNER, "c[i * m] = j;"),
        collapsed(OUTER, INNER, "c[i * m + j / 2] = 1;"),
        collapsed(OUTER, INNER, "c[(i * m + j) / 2] = 1;"),
        collapsed(OUTER, INNER, "c[(i * m + j) % 7] = 1;"),
        collapsed(OUTER, "int j = 0; j < m; j += 2", "c[i * (m / 2) + j / 2] = 1;"),
        collapsed(OUTER, "int j = -1; j < m; j++", "c[i * m + j + 1] = 1;"),
        collapsed(
            "int i = 0; i < 12; i++",
            "int j = 0; j < 12; j++",
            "for (int k = 0; k < 12; k++) g[i][0][k] = j;",
        ),
        collapsed(
            "int i = 0; i < 12; i++",
            "int j = 0; j < 12; j++",
            "for (int k = 0; k < 12; k++) g[i][j][k] = g[i][(j + 1) % 12][k];",
        ),
        // One element of the next row is in this one.
        "#pragma omp parallel for\nfor (int i = 0; i < 11; i++) for (int j = 0; j < 12; j++)\n\
         for (int k = 0; k < 12; k++) g[i][j][k] = g[i + 1][0][k];"
            .to_owned(),
        // What is divided by has a sign.
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) { if (s) c[i - i / s * s] = 1; }".to_owned(),
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) { if (s) c[i / s] = 1; }".to_owned(),
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) { if (m) c[i / m] = 1; }".to_owned(),
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) { if (m) c[i % m] = 1; }".to_owned(),
    ];
    for body in all {
        assert_ne!(answer_to(&body), Answer::Proved, "{body}");
    }
}

/// A counter of a loop within which others run is one number there.
#[test]
fn loops_within_loops_within_loops() {
    let nest = |last: &str| {
        format!(
            "#pragma omp parallel for\nfor (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++)\n\
             for (int k = 0; k < 6; k++) for (int l = 0; {last}; l++) h[i][j][k][l] = 1;"
        )
    };
    assert_eq!(answer_to(&nest("l < 6")), Answer::Proved);
    assert_ne!(answer_to(&nest("l < 7")), Answer::Proved);
    assert_ne!(answer_to(&nest("l <= j + k")), Answer::Proved);
}

/// Whoever counts to a number that nobody knows stays within the row, as the language has it; whoever counts
/// to a number that is known does not.
#[test]
fn indices_stay_in_their_rows() {
    let around = |body: &str| format!("#pragma omp parallel for\nfor (int i = 1; i < 12; i++)\n{body}");
    let proved = [
        "for (int j = 0; j < n; j++) g[i][j][2] = 1;",
        "for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) g[i][j][k] = 1;",
        "for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) g[j][i][k] += g[j][i][k + 1];",
        "for (int j = 0; j < n; j += s) for (int k = 0; k < m; k++) g[k][i][j + k] = 1;",
        "for (int j = n; j > 0; j--) g[i][j - 1][2] = g[i][n - j][3];",
    ];
    for body in proved {
        assert_eq!(answer_to(&around(body)), Answer::Proved, "{body}");
    }
    let open = [
        "for (int j = 0; j < 13; j++) g[i][j][2] = 1;",
        "for (int j = 0; j < n; j++) g[i][j - 1][2] = 1;",
        "for (int j = -1; j < n; j++) g[i][j][2] = 1;",
        "for (int j = 0; j < n; j++) g[0][0][j] = i;",
        "for (int j = 0; j < n; j++) (&g[i][0][0])[j] = 1;",
        "for (int j = 0; j < n; j++) (&g[i][j])[0][m] = 1;",
        "for (int j = 0; j < n; j++) *(*g[i] + j) = 1;",
        "for (int j = 0; j < n; j++) ((int *)g[i])[j] = 1;",
        "{ int *p = g[i][0]; for (int j = 0; j < n; j++) p[j] = 1; }",
        "for (int j = 0; j < n; j++) g[i - j % 2][j][2] = 1;",
        "for (int j = 0; j < n; j++) g[i][j][2] = g[i - 1][j][2];",
        "for (int j = 0; j < n; j++) g[j][i / 2][2] = 1;",
        "for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) g[j][k][0] = i;",
    ];
    for body in open {
        assert_ne!(answer_to(&around(body)), Answer::Proved, "{body}");
    }
}
