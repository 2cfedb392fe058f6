//! Programs in C whose works find what other works have left with their thread: who does which of them
//! decides what is accessed.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

/// What a work does; `i` is its number.
const DEEDS: [&str; 9] = [
    "mine += i + 1;",
    "mine = i;",
    "if (mine == i) x = i;",
    "if (mine > 1) y++;",
    "a[i]++;",
    "a[mine & 3] = 1;",
    "z += mine;",
    "if (i == 1) y = 1;",
    "",
];

fn deeds(dice: &mut Dice) -> String {
    let (other, second) = (one(dice, &DEEDS), one(dice, &DEEDS));
    let first = mostly(dice, &["mine += i + 1;", other]);
    format!("{first} {second}")
}

/// A construct whose works are anybody's, or each thread's own.
fn construct(dice: &mut Dice) -> String {
    let nowait = one(dice, &["", " nowait"]);
    match dice.below(4) {
        0 => {
            let (first, second) = (deeds(dice), deeds(dice));
            format!(
                "#pragma omp sections{nowait}\n{{\n#pragma omp section\n{{ int i = 0; {first} }}\n\
                 #pragma omp section\n{{ int i = 1; {second} }}\n}}\n"
            )
        }
        1 => format!("#pragma omp single{nowait}\n{{ int i = 1; {} }}\n", deeds(dice)),
        _ => {
            let schedule = mostly(dice, &["dynamic", "static, 1", "guided", "dynamic, 2"]);
            let count = mostly(dice, &[2, 3]);
            format!(
                "#pragma omp for schedule({schedule}){nowait}\nfor (int i = 0; i < {count}; i++) {{ {} }}\n",
                deeds(dice)
            )
        }
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let first = construct(dice);
    let second = match dice.one_in(8) {
        true => construct(dice),
        false => String::new(),
    };
    let after = one(
        dice,
        &[
            "",
            "if (mine == 3) x++;",
            "a[me] = mine;",
            "#pragma omp critical\nz += mine;",
            "#pragma omp master\ny = mine;",
        ],
    );
    let decides = mostly(dice, &["0", "z == 3", "a[0] == 3", "y == 1"]);
    let last = match decides {
        "0" => String::new(),
        _ => format!("if ({decides}) {{\n#pragma omp parallel num_threads(2)\nx++;\n}}\n"),
    };
    format!(
        "int omp_get_thread_num(void);
int a[4], x, y, z;
int main(void) {{
#pragma omp parallel num_threads(2)
{{
int mine = 0, me = omp_get_thread_num();
{first}{second}{after}
}}
{last}return 0;
}}
"
    )
}
