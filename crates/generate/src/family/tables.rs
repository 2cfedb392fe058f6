//! Tables of rows that pointers lead to, which works of a region share out. Each piece is right or a little
//! wrong: where the rows come from, which cells they are stored in, what is done to the table afterwards, and
//! which rows and columns a work uses.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

/// How a table gets its rows.
const MADE: [&str; 10] = [
    "for (int k = 0; k < 2; k++) if (!(T[k] = malloc(16))) return 1;",
    "for (int k = 0; k < 2; k++) { int *row = malloc(16); if (!row) return 1; T[k] = row; }",
    "for (int k = 1; k >= 0; k--) T[k] = make();",
    "for (int k = 0; k < 2; k++) { int *row = make(); if (k != 1) T[k] = row; else T[1] = last; last = row; }",
    "{ int *row = make(); for (int k = 0; k < 2; k++) T[k] = row; }",
    "for (int k = 0; k < 2; k++) T[k / 2] = make();",
    "T[0] = make(); T[1] = T[0] + 1;",
    "T[0] = make(); T[1] = make(); T[0] = T[1];",
    "T[0] = block; T[1] = block + 4;",
    "{ int *rows = make(); for (int k = 0; k < 2; k++) T[k] = rows + k; }",
];

/// What is done to a table afterwards.
const CHANGED: [&str; 8] = [
    "",
    "last = T[1];",
    "{ int *row = T[0]; T[0] = T[1]; T[1] = row; }",
    "T[1] = T[0];",
    "for (int k = 0; k < 1; k++) T[k] = T[k + 1];",
    "memcpy(&T[1], &T[0], sizeof T[0]);",
    "U[0] = T[0];",
    "T[1] = (int *)(long)T[0];",
];

/// What the work `i` does.
const USED: [&str; 12] = [
    "T[i][0] = i;",
    "for (int j = 0; j < 2; j++) T[i][j]++;",
    "for (int j = 0; j < 2; j++) T[j][i] = 1;",
    "for (int j = 0; j < 2; j++) T[j][i] = T[j][i + 1];",
    "T[i][0] = T[1][0];",
    "T[i / 2][0] = i;",
    "T[i][0] = U[i][1];",
    "U[1 - i][0] = T[i][0];",
    "int *row = T[i]; row[1] = 1; row = T[1]; row[i + 1] += 1;",
    "T[i] = make(); T[i][1] = i;",
    "T[1 - i][i] = i;",
    "last = T[i]; last[0] = 1;",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let of = |dice: &mut Dice, text: &str| match dice.one_in(4) {
        true => text.replace('T', "U"),
        false => text.to_owned(),
    };
    let made = [mostly(dice, &MADE), mostly(dice, &MADE)];
    let (used, changed) = (one(dice, &USED), mostly(dice, &CHANGED));
    let (used, changed) = (of(dice, used), of(dice, changed));
    let other = match used.contains('U') || changed.contains('U') {
        true => made[1].replace('T', "U"),
        false => String::new(),
    };
    format!(
        "void *malloc(unsigned long);\nvoid *memcpy(void *, const void *, unsigned long);\nvoid abort(void);\n\
         int *tables[4], **T = tables, **U = tables + 2, *last, block[8];\n\
         static int *make(void) {{ int *row = malloc(16); if (!row) abort(); return row; }}\n\
         int main(void) {{\n{first}\n{other}\n{changed}\n\
         #pragma omp parallel for num_threads(2)\n\
         for (int i = 0; i < 2; i++) {{ {used} }}\nreturn 0; }}\n",
        first = made[0],
    )
}
