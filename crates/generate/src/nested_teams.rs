//! Random programs in C with regions of OpenMP that a function makes which its own threads may call again:
//! directly, through a pointer, through another function with a region, or through a thread. What the threads
//! have for themselves in one team they share with those of another one.

use raceproof_engine::Dice;

fn one<'a>(dice: &mut Dice, all: &[&'a str]) -> &'a str {
    all[dice.below(all.len() as u32) as usize]
}

/// The text of the next program.
pub fn program(dice: &mut Dice) -> String {
    let pragma = one(
        dice,
        &[
            "#pragma omp parallel num_threads(2)\n{",
            "#pragma omp parallel for num_threads(2)\nfor (int i = 0; i < 2; i++) {",
            "#pragma omp parallel num_threads(2) reduction(+:t)\n{ t++;",
            "#pragma omp parallel num_threads(2)\n{\n#pragma omp for\nfor (int i = 0; i < 2; i++) t2[i] = i;\n",
        ],
    );
    let number = match pragma.contains("parallel for") {
        true => "i",
        false => "omp_get_thread_num()",
    };
    let again = one(
        dice,
        &[
            "",
            "f(d - 1);",
            "f(d - 1);",
            "(*pointer)(d - 1);",
            "g(d - 1);",
            "if (omp_get_thread_num() == 0) f(d - 1);",
            "\n#pragma omp critical\nf(d - 1);",
            "\n#pragma omp task\nf(d - 1);",
            // The threads that share a loop out do not meet within it.
            match pragma.contains("parallel for") {
                true => "\n#pragma omp task\nf(d - 1);",
                false => "\n#pragma omp single\n{\n#pragma omp task\nf(d - 1);\n}",
            },
            "pthread_t s; pthread_create(&s, 0, run, 0);",
        ],
    );
    let after = one(dice, &["", "", "a[0]++;", "\n#pragma omp critical\na[0]++;\n"]);
    let access = match dice.below(5) {
        0 | 1 => format!("a[{number}]++;"),
        2 => "if (omp_get_thread_num() == 0) a[0]++;".to_owned(),
        3 => "\n#pragma omp critical\na[0]++;\n".to_owned(),
        _ => String::new(),
    };
    let body = match dice.below(3) {
        0 => format!("if (d > 0) {{ {again} }} else {{ {access} }}"),
        1 => format!("{access} if (d > 0) {{ {again} }}"),
        _ => format!("if (d > 0) {{ {again} }} {access}"),
    };
    let within = one(
        dice,
        &[
            "f(d);",
            "\n#pragma omp parallel num_threads(2)\nf(d);\n",
            "\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 1) f(d);\n",
        ],
    );
    let call = one(
        dice,
        &[
            "f(1);",
            "f(0);",
            "f(0); f(0);",
            "g(0);",
            "if (count > 1) f(1); else f(0);",
            "pthread_t s; pthread_create(&s, 0, run, 0); pthread_join(s, 0);",
            "pthread_t s; pthread_create(&s, 0, run, 0); f(0); pthread_join(s, 0);",
        ],
    );
    format!(
        "int omp_get_thread_num(void);\ntypedef unsigned long pthread_t;\n\
         int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\nint pthread_join(pthread_t, void **);\n\
         int a[4], t, t2[2];\nvoid f(int d);\nvoid *run(void *given);\nvoid (*pointer)(int) = f;\n\
         void g(int d) {{ {within} }}\nvoid f(int d) {{\n{pragma} {body} }}\n}}\n\
         void *run(void *given) {{ f(0); return given; }}\n\
         int main(int count, char **words) {{ {call} {after} return words == 0; }}\n"
    )
}
