//! Threads that work at slices of an array, which each computes from the number that it was given. Each piece
//! is right or a little wrong: the numbers, the bounds, what they are computed from, and who writes that.

use super::threads::mostly;
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int a[12], n = 4, w = 2, ids[4];
pthread_t t[4];
struct slice { int number, low, high; } s[4];
";

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let (given, number) = mostly(
        dice,
        &[
            ("(void *)i", "long i = (long)p;"),
            ("(void *)i", "int i = (int)(long)p;"),
            ("&ids[i]", "int i = *(int *)p;"),
            ("&ids[0]", "int i = *(int *)p;"),
            ("(void *)(i / 2)", "long i = (long)p;"),
            ("(void *)(i * 3)", "long i = (long)p;"),
            ("(void *)i", "long i = (long)p / 2;"),
            ("(void *)i", "long i = 1 - (long)p;"),
        ],
    );
    let low = mostly(dice, &["i * n / 2", "i * (n / 2)", "i * w", "i * n", "i", "w"]);
    let high = mostly(
        dice,
        &[
            "(i + 1) * n / 2",
            "low + n / 2",
            "low + w",
            "low + 1",
            "(i + 1) * n / 2 + 1",
            "i == 1 ? n : low + w",
        ],
    );
    let body = mostly(
        dice,
        &[
            "for (int k = low; k < high; k++) a[k]++;",
            "for (int k = low; k < high; k++) for (int j = 0; j < 2; j++) a[k] = j;",
            "for (int k = low; k <= high; k++) a[k] = 1;",
            "for (int k = i; k < high; k += w) a[k] = 1;",
            "a[low] = 1;",
            "a[low + 1] = a[low];",
        ],
    );
    let learned = mostly(
        dice,
        &[
            "if (n < 1 || w < 1) return 0;",
            "if (n < 0) return 0;",
            "if (n > 4) return 0;",
            "",
        ],
    );
    let change = [
        "",
        "n = 2;",
        "w = 1;",
        "n = 0;",
        "n = -2;",
        "a[1] = 1;",
        "s[1].low = 0;",
    ];
    // The slices are computed by the threads, or by who creates them.
    let is_told = dice.one_in(2);
    let told = mostly(dice, &["&s[i]", "&s[1]", "&s[1 - i]"]);
    let (given, number) = match is_told {
        true => (told, "struct slice *own = p; int i = own->number;"),
        false => (given, number),
    };
    let (mine, made) = match is_told {
        true => (
            "int low = own->low, high = own->high;".to_owned(),
            format!("{{ int low = {low}; s[i].low = low; s[i].high = {high}; s[i].number = i; }}"),
        ),
        false => (format!("int low = {low}, high = {high};"), String::new()),
    };
    let create = format!("pthread_create(&t[i], 0, work, {given});");
    format!(
        "{PRELUDE}static void *work(void *p) {{ {number} {mine} {body} {last} return p; }}
int main(void) {{
  {first} {learned} {then}
  for (int k = 0; k < {rounds}; k++) {{
    for (long i = 0; i < 2; i++) {{ ids[i] = i; {made} {between} {created} }}
    {meanwhile}
    {joined} for (long i = 0; i < 2; i++) pthread_join(t[i], 0);
    {after}
  }}
  return a[0];
}}
",
        last = mostly(dice, &["", "n = 2;", "w = 1;"]),
        first = mostly(dice, &change),
        then = mostly(dice, &change),
        rounds = mostly(dice, &["1", "2"]),
        between = mostly(dice, &change),
        created = mostly(dice, &[create.as_str(), format!("{create} {create}").as_str()]),
        meanwhile = mostly(dice, &change),
        joined = mostly(dice, &["", "if (k)"]),
        after = mostly(dice, &change),
    )
}
