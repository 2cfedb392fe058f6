//! A nest as C.

use super::{Base, Head, LENGTH, Nest, Phase, SIZES, START, Sort, Statement, Task, Term, Variable};
use std::fmt::{self, Display, Formatter};

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Constant(c) if *c < 0 => write!(f, "({c})"),
            Term::Constant(c) => write!(f, "{c}"),
            Term::Variable(variable) => f.write_str(match variable {
                Variable::Outer => "i",
                Variable::Inner => "j",
                Variable::Size(0) => "n",
                Variable::Size(_) => "m",
                Variable::Look => "k",
                Variable::Number => "omp_get_thread_num()",
            }),
            Term::Sum(a, b) => write!(f, "({a} + {b})"),
            Term::Times(a, b) => write!(f, "({a} * {b})"),
            Term::Divided(a, by) => write!(f, "({a} / {by})"),
            Term::Rest(a, by) => write!(f, "({a} % {by})"),
            Term::Byte(a) => write!(f, "(unsigned char){a}"),
            Term::Called(a) => write!(f, "add({a})"),
        }
    }
}

fn statements(all: &[Statement], out: &mut String) {
    for statement in all {
        match statement {
            Statement::Access(base, index, sort) => {
                let base = match base {
                    Base::Array => "a".to_owned(),
                    Base::Pointer(p) => ["p", "q"][*p].to_owned(),
                    Base::Own => "b".to_owned(),
                };
                let at = format!("{base}[{START} + {index}]");
                out.push_str(&match sort {
                    Sort::Read => format!("s += {at};\n"),
                    Sort::Write => format!("{at} = 1;\n"),
                    Sort::Atomic => format!("\n#pragma omp atomic\n{at}++;\n"),
                    Sort::Locked => format!("\n#pragma omp critical\n{at} = 1;\n"),
                    Sort::Put => format!("put({START} + {index});\n"),
                });
            }
            Statement::When(a, relation, is_unsigned, b, body) => {
                let cast = if *is_unsigned { "(unsigned)" } else { "" };
                out.push_str(&format!("if ({cast}{a} {relation} {cast}{b}) {{\n"));
                statements(body, out);
                out.push_str("}\n");
            }
            Statement::Count(from, to, step, body) => {
                let relation = if *step > 0 { "<" } else { ">" };
                out.push_str(&format!(
                    "for (int j = {from}; j {relation} {to}; j += {step}) {{\n"
                ));
                statements(body, out);
                out.push_str("}\n");
            }
        }
    }
}

fn head(head: &Head, counter: &str, out: &mut String) {
    let Head {
        kind,
        from,
        to,
        relation,
        step,
    } = head;
    let change = match *step < 0 {
        true => format!("{counter} -= {}", -step),
        false => format!("{counter} += {step}"),
    };
    let text =
        format!("for ({kind} {counter} = ({kind}){from}; {counter} {relation} ({kind}){to}; {change}) {{\n");
    out.push_str(&text);
}

fn clause(schedule: &str) -> String {
    match schedule.is_empty() {
        true => String::new(),
        false => format!(" schedule({schedule})"),
    }
}

impl Phase {
    fn write(&self, looks: bool, out: &mut String) {
        let nowait = if self.nowait { " nowait" } else { "" };
        let barrier = if self.nowait { "" } else { "#pragma omp barrier\n" };
        if self.times > 1 {
            out.push_str(&format!("for (int r = 0; r < {}; r++) {{\n", self.times));
        }
        let look = if looks {
            "int k;\n#pragma omp critical\nk = n;\n"
        } else {
            ""
        };
        let mut inside = |open: &str, close: &str| {
            out.push_str(open);
            if !matches!(self.task, Task::Lanes(_)) {
                out.push_str(look);
            }
            statements(&self.body, out);
            out.push_str(close);
        };
        match &self.task {
            Task::Loop(of, schedule) => {
                let mut open = format!("\n#pragma omp for{}{nowait}\n", clause(schedule));
                head(of, "u", &mut open);
                inside(&(open + "int i = (int)u;\n"), "}\n");
            }
            Task::Grid(outer, inner, schedule) => {
                let mut open = format!("\n#pragma omp for collapse(2){}{nowait}\n", clause(schedule));
                head(outer, "u", &mut open);
                head(inner, "v", &mut open);
                inside(&(open + "int i = (int)u, j = (int)v;\n"), "}\n}\n");
            }
            Task::Lanes(of) => {
                let mut open = String::from("\n#pragma omp simd reduction(+: s)\n");
                head(of, "u", &mut open);
                inside(&(open + "int i = (int)u;\n"), "}\n");
                out.push_str(barrier);
            }
            Task::Single => inside(&format!("\n#pragma omp single{nowait}\n{{\n"), "}\n"),
            Task::Only(number) => {
                inside(&format!("if (omp_get_thread_num() == {number}) {{\n"), "}\n");
                out.push_str(barrier);
            }
            Task::Each => {
                inside("{\n", "}\n");
                out.push_str(barrier);
            }
            Task::Change(by) => out.push_str(&format!(
                "\n#pragma omp single{nowait}\n{{\n#pragma omp critical\nn += {by};\n}}\n"
            )),
        }
        if self.times > 1 {
            out.push_str("}\n");
        }
    }
}

impl Display for Nest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [low, high] = SIZES;
        let looks = self.changes();
        let mut body = String::new();
        for phase in &self.phases {
            phase.write(looks, &mut body);
        }
        let pointer = |(at, by): (i64, i64)| format!("a + {at} + {by} * m");
        write!(
            f,
            "int __VERIFIER_nondet_int(void);\nint omp_get_thread_num(void);\n\
             static int a[{LENGTH}], n, m, *p, *q;\n\
             static int add(int v) {{ return v + m; }}\n\
             static void put(int at) {{ a[at] = 1; }}\n\
             int main(void) {{\nint s = 0;\n\
             n = __VERIFIER_nondet_int();\nm = __VERIFIER_nondet_int();\n\
             if (n < {low} || n > {high} || m < {low} || m > {high}) return 0;\n\
             for (int r = 0; r < {rounds}; r++) {{\n\
             p = {p};\nq = {q};\n\
             \n#pragma omp parallel reduction(+: s)\n{{\nint b[{LENGTH}];\n{body}}}\n\
             m++;\n}}\nreturn s;\n}}\n",
            rounds = self.rounds,
            p = pointer(self.pointers[0]),
            q = pointer(self.pointers[1]),
        )
    }
}
