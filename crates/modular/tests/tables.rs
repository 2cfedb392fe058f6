//! Tables of rows that pointers lead to.

mod answer;

use answer::answer_of;
use raceproof_c::compile_text;
use raceproof_ir::DataModel;
use raceproof_modular::Answer;

/// What is said of a table `t` of rows, and of rows of rows `u`, that are made so and used so by works.
fn answer_to(made: &str, used: &str) -> Answer {
    let text = format!(
        "void *malloc(unsigned long);\nvoid *memcpy(void *, const void *, unsigned long);\n\
         int __VERIFIER_nondet_int(void);\n\
         static double *new(int n) {{ double *row = malloc(8L * n); return row; }}\n\
         double *kept, block[99];\n\
         int main(void) {{\nint n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n\
         double **t = malloc(8L * n), **s = malloc(8L * n), ***u = malloc(8L * n);\n{made}\n\
         #pragma omp parallel for\nfor (int i = 0; i < n; i++) {{ {used} }}\nreturn 0;\n}}\n"
    );
    let Ok(compiled) = compile_text("table.c", &text, DataModel::Lp64) else {
        panic!("it does not compile:\n{text}");
    };
    answer_of(&format!("{made} {used}"), &compiled.program)
}

const ROWS: &str = "for (int k = 0; k < n; k++) t[k] = malloc(8L * m);";
const ROWS_OF_ROWS: &str = "for (int k = 0; k < n; k++) { u[k] = malloc(8L * n); for (int l = 0; l < n; l++) u[k][l] = malloc(8L * m); }";
const ALL: &str = "for (int j = 0; j < m; j++) t[i][j] = i;";

#[test]
fn rows_of_a_table_are_apart() {
    let all = [
        (ROWS, ALL),
        (ROWS, "double *row = t[i]; for (int j = 0; j < m; j++) row[j]++;"),
        (ROWS, "for (int j = 0; j < n; j++) t[j][i] += t[j][i];"),
        (
            "for (int k = 0; k < n; k++) { double *row = new(m); if (!row) return 1; t[k] = row; }",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) { t[k] = new(m); s[k] = new(m); }",
            "t[i][0] = s[i][1]; s[i][0] = t[i][1];",
        ),
        (
            ROWS_OF_ROWS,
            "for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) u[i][j][k] = 1;",
        ),
        (
            ROWS_OF_ROWS,
            "for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) u[j][i][k] = 1;",
        ),
        (
            ROWS_OF_ROWS,
            "for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) u[k][j][i] = u[k][j][i] + 1;",
        ),
        (ROWS, "for (int j = 0; j < m; j++) t[n - 1 - i][j] = i;"),
    ];
    for (made, used) in all {
        assert_eq!(answer_to(made, used), Answer::Proved, "{made} {used}");
    }
}

#[test]
fn rows_that_are_one_are_not() {
    let all = [
        (
            "double *row = malloc(8L * m); for (int k = 0; k < n; k++) t[k] = row;",
            ALL,
        ),
        (
            "double *row = malloc(8L * m); for (int k = 0; k < n; k++) t[k] = row + k;",
            ALL,
        ),
        ("for (int k = 0; k < n; k++) t[k] = new(m); t[1] = t[0];", ALL),
        (
            "for (int k = 0; k < n; k++) t[k] = k % 2 ? t[k - 1] : new(m);",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) t[k] = new(m); memcpy(t, t + 1, 8);",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) t[k] = kept = new(m); t[0] = kept;",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) { if (!kept) kept = new(m); t[k] = kept; }",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) t[k] = new(m); ((long *)t)[1] = (long)t[0];",
            ALL,
        ),
        (
            "for (int k = 0; k < n; k++) t[k] = new(m); for (int b = 0; b < 8; b++) ((char *)t)[b] = ((char *)t)[b + 8];",
            ALL,
        ),
        ("for (int k = 0; k < n; k++) t[k] = block;", ALL),
        ("for (int k = 0; k < n; k++) t[k] = block + k;", ALL),
        (
            "for (int k = 0; k < n; k++) s[k] = t[k] = new(m);",
            "t[i][0] = 1; s[n - 1 - i][0] = 2;",
        ),
        (ROWS, "t[i / 2][0] = i;"),
        (ROWS, "t[i][0] = t[i + 1][0];"),
        (ROWS, "t[0][i / 2] = i;"),
        (ROWS, "for (int j = 0; j < n; j++) t[j][0] = i;"),
        (ROWS, "for (int j = 0; j < n; j++) t[j][i] = t[j][i + 1];"),
        (ROWS, "t[m][0] = i;"),
        (
            ROWS,
            "double *row = t[i]; for (int j = 0; j < m; j++) { row[j] = 1; row = t[j]; }",
        ),
        (ROWS_OF_ROWS, "for (int j = 0; j < n; j++) u[j][j][i / 2] = 1;"),
        (ROWS_OF_ROWS, "for (int j = 0; j < n; j++) u[j][0][0] = i;"),
        (ROWS_OF_ROWS, "for (int j = 0; j < n; j++) u[i][j] = u[j][i];"),
        (
            "for (int k = 0; k < n; k++) { u[k] = t; t[k] = new(m); }",
            "for (int j = 0; j < n; j++) u[i][j][0] = 1;",
        ),
    ];
    for (made, used) in all {
        assert_ne!(answer_to(made, used), Answer::Proved, "{made} {used}");
    }
}
