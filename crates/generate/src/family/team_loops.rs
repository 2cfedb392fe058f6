//! Random programs in C with loops inside of regions of OpenMP, and constructs that share works in such
//! loops, directly, in functions that are called there, or in functions that call themselves. There are no
//! directives of the preprocessor in them.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

/// An access of the thread with the number `me` in round `r`, or of the work `i`.
const ACCESSES: [&str; 8] = [
    "a[me]++;",
    "a[i]++;",
    "a[r]++;",
    "a[2 * r + i]++;",
    "x++;",
    "\n#pragma omp critical\nx++;\n",
    "\n#pragma omp atomic\nx++;\n",
    "if (me == 0) x++;",
];

/// A construct that shares works, or none.
fn construct(dice: &mut Dice) -> String {
    let access = one(dice, &ACCESSES);
    let nowait = mostly(dice, &["", " nowait"]);
    match dice.below(8) {
        // Which iterations a thread has is up to the implementation, and so is how many.
        7 => {
            let schedule = one(dice, &[" schedule(static)", "", " schedule(static, 1)"]);
            let (bound, own) = (2 + dice.below(2), 1 + dice.below(2));
            format!(
                "{{ int c = 0;\n#pragma omp for{schedule}{nowait}\nfor (int i = 0; i < {bound}; i++) c++;\nif (c == {own}) {{ int i = me; (void)i; {access} }} }}\n"
            )
        }
        0 | 1 => {
            let schedule = mostly(dice, &["", " schedule(dynamic)", " schedule(static, 1)"]);
            let bound = mostly(dice, &["2", "3", "2 * (r + 1)"]);
            format!("\n#pragma omp for{schedule}{nowait}\nfor (int i = 0; i < {bound}; i++) {{ {access} }}\n")
        }
        2 => format!("\n#pragma omp single{nowait}\n{{ int i = 0; {access} }}\n"),
        3 => format!(
            "\n#pragma omp sections{nowait}\n{{\n#pragma omp section\n{{ int i = 0; {access} }}\n#pragma omp section\n{{ int i = 1; {} }}\n}}\n",
            one(dice, &ACCESSES)
        ),
        4 => format!(
            "\n#pragma omp for reduction(+:s){nowait}\nfor (int i = 0; i < 2; i++) {{ s += i; {access} }}\n"
        ),
        5 => "\n#pragma omp barrier\n".to_owned(),
        _ => format!("{{ int i = me; {access} }}"),
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let (first, second) = (construct(dice), mostly(dice, &["", "\n#pragma omp barrier\n"]));
    let third = if dice.one_in(3) {
        construct(dice)
    } else {
        String::new()
    };
    let body = match dice.below(4) {
        0 => format!("for (int r = 0; r < 2; r++) {{ {first} {second} {third} }}"),
        1 => format!("int r = 0; while (r < 2) {{ {first} {second} r++; }} {third}"),
        2 => format!("for (int r = 0; r < 2; r++) step(r, me);\n{third}")
            .replace("int r = 0; r", "int r = 0; r"),
        _ => "round(1, me);".to_owned(),
    };
    let body = body.replace(
        "a[r]++;",
        if body.contains("int r") {
            "a[r]++;"
        } else {
            "a[0]++;"
        },
    );
    let third = construct(dice);
    let after = one(dice, &["", "x = 1;", "a[0] = s;"]);
    format!(
        "int omp_get_thread_num(void);\nint a[8], x, s;\n\
         void step(int r, int me) {{ {first} {second} }}\n\
         void round(int r, int me) {{ {third} if (r > 0) round(r - 1, me); }}\n\
         int main(void) {{\n#pragma omp parallel num_threads(2)\n{{ int me = omp_get_thread_num(); int r = 0; (void)r; {{ {body} }} }}\n{after}\nreturn 0; }}\n"
    )
}
