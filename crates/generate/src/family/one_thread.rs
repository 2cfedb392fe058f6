//! Random programs in C about what one thread does in an order that is open, and about copies: tasks of a
//! team of one thread with shared and threadprivate variables, copies of loops for `linear`, `firstprivate`
//! and `lastprivate`, and what a `target` copies beside the host. What the first part leaves decides whether
//! the last region has a race.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

const DEEDS: [&str; 8] = [
    "x = 1;",
    "y = x;",
    "x++;",
    "mine++;",
    "y = mine;",
    "mine = x;",
    "if (x) y = 2;",
    "x = y;",
];

/// A task, with perhaps another one inside.
fn task(dice: &mut Dice, depth: u32) -> String {
    let clause = mostly(
        dice,
        &[
            "",
            " depend(inout: x)",
            " depend(in: x)",
            " if(0)",
            " untied",
            " final(1)",
        ],
    );
    let inner = match depth > 0 && dice.one_in(3) {
        true => task(dice, depth - 1),
        false => String::new(),
    };
    let (first, second) = (one(dice, &DEEDS), mostly(dice, &["", "y = mine;", "x++;"]));
    format!("\n#pragma omp task{clause}\n{{ {first} {inner} {second} }}\n")
}

/// Tasks of one thread.
fn tasks(dice: &mut Dice) -> String {
    let parts: Vec<String> = (0..2 + dice.below(2))
        .map(|_| match dice.below(5) {
            0 => "\n#pragma omp taskwait\n".to_owned(),
            1 => one(dice, &DEEDS).to_owned(),
            2 => format!("\n#pragma omp taskgroup\n{{ {} }}\n", task(dice, 1)),
            _ => task(dice, 1),
        })
        .collect();
    let body = parts.concat();
    let end = mostly(dice, &["\n#pragma omp taskwait\n", "", "mine++;"]);
    match dice.below(3) {
        0 => format!("\n#pragma omp parallel num_threads(1)\n{{ {body} }}\n{end}"),
        1 => format!("\n#pragma omp target map(tofrom: x, y)\n{{ {body} }}\n{end}"),
        _ => format!("{body}{end}"),
    }
}

/// Loops that copy.
fn copies(dice: &mut Dice) -> String {
    let mut body = String::new();
    for name in ["j", "k"] {
        let clause = one(
            dice,
            &["linear(V)", "firstprivate(V) lastprivate(V)", "lastprivate(V)"],
        );
        let clause = clause.replace('V', name);
        let nowait = mostly(dice, &[" nowait", ""]);
        let schedule = mostly(dice, &[" schedule(dynamic)", "", " schedule(static, 1)"]);
        let access = one(dice, &["", "if (i == 1) x++;", "if (i == 0) x++;", "a[i]++;"]);
        let between = one(
            dice,
            &[
                "",
                "\n#pragma omp master\nx = 1;\n",
                "\n#pragma omp barrier\n",
                "\n#pragma omp master\nj++;\n",
            ],
        );
        body += &format!(
            "{between}\n#pragma omp for {clause}{schedule}{nowait}\nfor (int i = 0; i < 2; i++) {{ {name}++; {access} }}\n"
        );
    }
    format!("\n#pragma omp parallel num_threads(2)\n{{ {body} }}\n")
}

/// What is copied beside the host.
fn transfers(dice: &mut Dice) -> String {
    let kind = one(dice, &["to", "from", "tofrom", "alloc"]);
    let section = one(dice, &["a[0:4]", "a[2:4]", "a[0:2]", "x"]);
    let inside = one(dice, &["", "y2 = a[1];", "a[0] = 1;"]);
    let clause = mostly(dice, &[" nowait", "", " nowait depend(inout: a)"]);
    let host = one(dice, &["a[3] = 1;", "y = a[3];", "a[1]++;", "x++;", "y = x;"]);
    let wait = mostly(dice, &["", "\n#pragma omp taskwait\n"]);
    let more = mostly(dice, &["", "\n#pragma omp target update from(a[0:4]) nowait\n"]);
    format!(
        "\n#pragma omp target map({kind}: {section}) map(y2){clause}\n{{ {inside} }}\n{more}{wait}{host}\n#pragma omp taskwait\n"
    )
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let first = match dice.below(4) {
        0 => copies(dice),
        1 => transfers(dice),
        _ => tasks(dice),
    };
    let decides = one(
        dice,
        &["x == 1", "y == 1", "mine == 1", "y == 2", "x == 0", "j == 3", "0"],
    );
    format!(
        "int a[8], x, y, y2, z, mine;\n#pragma omp threadprivate(mine)\n\
         int main(void) {{\nint j = 0, k = 0;\n{first}\nif ({decides}) {{\n\
         #pragma omp parallel num_threads(2)\nz++;\n}}\nreturn 0; }}\n"
    )
}
