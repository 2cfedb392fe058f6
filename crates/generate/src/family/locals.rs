//! Local variables that are set before they are read or not, on all ways or on some, in the first life or in
//! the next, by whom they are given to, and where a jump leads back to; numbers that are taken from a
//! counter; functions that many places call. What is found there decides whether two threads access the same,
//! or which elements they do. Each piece is right or a little wrong.

use super::threads::mostly;
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
typedef long jmp_buf[32];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int);
pthread_mutex_t m;
int x, y, a[8], next, last, *known;
struct pair { int first; int k; };
";

/// How a variable gets its number before somebody looks: 1 where it is set.
const SETS: [&str; 12] = [
    "k = 1;",
    "set(&k);",
    "{ k = 1; look(&k); }",
    "{ int *q = &k; *q = 1; }",
    "if (given) k = 1;",
    "if (!given) set(&k);",
    "maybe(&k, given != 0);",
    "for (int i = 0; i < 2; i++) { int c; if (i == 0) { c = 1; } k = look(&c); }",
    "{ int c; for (int i = 0; i < 2; i++) if (i) k = look(&c); else { c = 1; k = 1; } }",
    "{ struct pair c; c.first = 1; k = second(&c); }",
    "{ struct pair c; c.k = 1; k = second(&c); }",
    "k = deeper(given ? 2 : 1, 0);",
];

/// What is done with the number.
const ENDS: [&str; 6] = [
    "if (!look(&k)) x++;",
    "if (look(&k) != 1) x++;",
    "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); if (!look(&k)) x++;",
    "if (!setjmp(place)) { if (look(&k) == 1) longjmp(place, 1); } else { if (k != 1) x++; }",
    "{ int c; if (!setjmp(place)) { c = 1; longjmp(place, 1); } if (look(&c) != 1) x++; }",
    "if (!k) x++;",
];

/// How a number is taken, and what it picks.
const TICKETS: [&str; 9] = [
    "int i = __atomic_fetch_add(&next, 1, 5); if (i < 8) a[i]++;",
    "int i = __atomic_fetch_add(&next, 1, 0); if (i < 8) a[i] = 1;",
    "pthread_mutex_lock(&m); int i = last++; pthread_mutex_unlock(&m); if (i < 8) a[i]++;",
    "pthread_mutex_lock(&m); int i = last; last = i + 1; pthread_mutex_unlock(&m); if (i < 8) a[i]++;",
    "int i = __atomic_fetch_add(&next, 2, 5); if (i < 8) a[i / 2]++;",
    "int i = __atomic_fetch_add(&next, 1, 5); if (i < 4) a[i * 2]++;",
    "int i = __atomic_load_n(&next, 5); __atomic_store_n(&next, i + 1, 5); if (i < 8) a[i]++;",
    "pthread_mutex_lock(&m); int i = last; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); last = i + 1; pthread_mutex_unlock(&m); if (i < 8) a[i]++;",
    "int i = __atomic_fetch_add(&next, 1, 5); __atomic_fetch_sub(&next, 1, 5); if (i < 8) a[i]++;",
];

/// A function that many places call, each with its own variable or lock.
const CALLS: [&str; 5] = [
    "pthread_mutex_lock(&m); y = same(y); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); y = same(1) + same(2); free_of(&m);",
    "pthread_mutex_lock(&m); free_of(&m); y = same(1);",
    "int i = same(1), j = same(2); if (i == j) x++;",
    "int i = same(1), j = same(1); if (i == j) a[given != 0] = same(1); else x++;",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut body = String::new();
    for _ in 0..1 + dice.below(2) {
        let piece = match dice.below(5) {
            0..=2 => format!("{{ int k; {} {} }}", mostly(dice, &SETS), mostly(dice, &ENDS)),
            3 => format!("{{ {} }}", TICKETS[dice.below(TICKETS.len() as u32) as usize]),
            _ => format!("{{ {} }}", CALLS[dice.below(CALLS.len() as u32) as usize]),
        };
        body.push_str(&piece);
        body.push_str("\n  ");
    }
    // A variable of the first thread that others are given.
    let (before, after) = match dice.below(6) {
        0 => ("k = 1;", ""),
        1 => ("", "k = 1;"),
        2 => ("if (x) k = 1;", ""),
        3 => ("known = &k; k = 1;", ""),
        _ => ("set(&k);", ""),
    };
    let reads = mostly(
        dice,
        &["", "if (*(int *)given != 1) x++;", "if (!*(int *)given) y++;"],
    );
    let arguments = mostly(dice, &[("0", "&t"), ("&k", "&k"), ("&k", "0"), ("0", "0")]);
    let reads = if arguments == ("&k", "&k") { reads } else { "" };
    let steps = "if (v > 9) v -= 9; ".repeat(if dice.one_in(3) { 70 } else { 1 });
    format!(
        "{PRELUDE}static int look(int *at) {{ return *at; }}
static void set(int *at) {{ *at = 1; }}
static void maybe(int *at, int now) {{ if (now) *at = 1; }}
static int second(struct pair *p) {{ return p->k; }}
static int same(int v) {{ {steps} return v; }}
static void free_of(pthread_mutex_t *p) {{ pthread_mutex_unlock(p); }}
static int deeper(int n, int *above) {{
  int k;
  if (!above) k = 1;
  if (n == 1) return above ? look(above) : look(&k);
  return deeper(n - 1, {deep}) + {own};
}}
static void *use(void *given) {{
  jmp_buf place;
  {reads}
  {body}return 0;
}}
int main(void) {{
  pthread_t s, t;
  int k;
  {before}
  pthread_create(&s, 0, use, {first});
  pthread_create(&t, 0, use, {other});
  pthread_join(s, 0);
  pthread_join(t, 0);
  {after}
  return 0;
}}
",
        deep = mostly(dice, &["&k", "0"]),
        own = mostly(dice, &["0", "(look(&k) != 1)"]),
        first = arguments.0,
        other = arguments.1,
    )
}
