//! Programs in C whose allocations, initialisations and creations of threads may fail, with a look at what
//! they gave: at once, in a variable, in a copy of a structure, as another kind of value, in another thread.
//! What follows a failure races, or ends the process, or does nothing.
//!
//! Each program has two texts: one in which nothing is said of failures, and one in which each such call
//! fails or not by an input. Whoever follows failures by the text of the first must say what is true of the
//! second.

use super::Text;
use super::threads::{mostly, one};
use raceproof_engine::Dice;

const DECLARATIONS: &str = "\
typedef unsigned long pthread_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_init(pthread_mutex_t *, const void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void *malloc(unsigned long);
void exit(int);
_Bool __VERIFIER_nondet_bool(void);
struct pair { int *p; int n; };
union either { int *p; long n; };
int x, y;
int *kept;
struct pair first, second;
union either both;
pthread_mutex_t m, other;
";

/// What follows a failure.
const ACTS: [&str; 8] = [
    "x++;",
    "return 0;",
    "exit(1);",
    "y = 1;",
    "x = 1; return 0;",
    "",
    "failed = 1;",
    "if (y) return 0;",
];

/// What a thread does.
const WORKS: [&str; 6] = [
    "x++;",
    "y++;",
    "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    "if (!kept) x++;",
    "if (both.n == 0) y++;",
    "",
];

/// Calls something that may fail, and looks at what it gave.
fn step(dice: &mut Dice, number: u32) -> String {
    let act = one(dice, &ACTS);
    let memory = "MAY_FAIL(0, malloc(4))";
    match dice.below(8) {
        0 => format!("{{ int *p = {memory}; if (!p) {{ {act} }} }}\n"),
        1 => format!("kept = {memory};\nif (!kept) {{ {act} }}\n"),
        2 => format!("first.p = {memory};\nsecond = first;\nif (!second.p) {{ {act} }}\n"),
        3 => {
            let test = mostly(dice, &["both.n == 0", "both.p == 0", "both.n == 5"]);
            format!("both.p = {memory};\nif ({test}) {{ {act} }}\n")
        }
        4 => format!("if (is_null({memory})) {{ {act} }}\n"),
        5 => {
            let test = mostly(dice, &["e", "e == 12", "e < 0"]);
            format!("{{ int e = MAY_FAIL(12, pthread_mutex_init(&other, 0)); if ({test}) {{ {act} }} }}\n")
        }
        6 => format!(
            "{{ pthread_t u{number}; if (MAY_FAIL(11, pthread_create(&u{number}, 0, work1, 0))) {{ {act} }} \
             else pthread_join(u{number}, 0); }}\n"
        ),
        _ => format!("kept = {memory};\n"),
    }
}

/// A program with calls that may fail.
fn text(dice: &mut Dice) -> String {
    let mut text = String::from(DECLARATIONS);
    text.push_str("static int is_null(int *p) { return !p; }\n");
    for number in 0..2 {
        let work = one(dice, &WORKS);
        text.push_str(&format!(
            "void *work{number}(void *a)\n{{\n{work}\nreturn 0;\n}}\n"
        ));
    }
    text.push_str("int main(void)\n{\npthread_t t;\nint failed = 0;\n");
    let before = dice.below(2);
    for number in 0..before {
        text.push_str(&step(dice, number));
    }
    text.push_str("pthread_create(&t, 0, work0, 0);\n");
    for number in before..before + 1 + dice.below(2) {
        text.push_str(&step(dice, number));
    }
    if dice.one_in(3) {
        let act = one(dice, &ACTS);
        text.push_str(&format!("if (failed) {{ {act} }}\n"));
    }
    text.push_str("pthread_join(t, 0);\nreturn 0;\n}\n");
    text
}

/// Every `MAY_FAIL(value, call)` as the call, or as the value or the call.
fn render(text: &str, is_open: bool) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once("MAY_FAIL(") {
        let Some((value, after)) = after.split_once(", ") else {
            break;
        };
        let mut depth = 0;
        let end = after.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0
        });
        let (call, after) = after.split_at(end.unwrap_or(after.len()));
        out.push_str(before);
        match is_open {
            true => out.push_str(&format!("(__VERIFIER_nondet_bool() ? {value} : {call})")),
            false => out.push_str(call),
        }
        rest = after.get(1..).unwrap_or("");
    }
    out + rest
}

/// The text of the next program, in which inputs let calls fail.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    render(&text(dice), true)
}

/// A program in both texts: without a word about failures, and with inputs that let calls fail.
pub fn pair(seed: u64, number: u64) -> (Text, Text) {
    let text = text(&mut Dice::numbered(seed, number));
    (Text(render(&text, false)), Text(render(&text, true)))
}
