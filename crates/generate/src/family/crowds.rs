//! Threads that loops create and join, round after round, in functions of their own or not. Each piece is
//! right or a little wrong: where loops begin and end, who is given what, what is used before a thread has
//! ended.

use super::threads::mostly;
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int a[4], x, ids[4], kept = 2;
pthread_t t[4];
struct worker { long number; pthread_t handle; int sum; } w[4];
";

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let uses = [
        "",
        "a[i]++;",
        "x++;",
        "kept = 1;",
        "a[i] = 1;",
        "w[i].sum++;",
        "a[0]++;",
        "kept++;",
    ];
    let bounds = ["2", "n", "kept", "1", "n - 1"];
    let keeps = ["", "kept = n;", "kept = 1;", "kept = 0;"];
    let (given, number) = mostly(
        dice,
        &[
            ("(void *)i", "long i = (long)p;"),
            ("&ids[i]", "int i = *(int *)p;"),
            ("&w[i]", "long i = ((struct worker *)p)->number;"),
            ("&ids[0]", "int i = *(int *)p;"),
        ],
    );
    let handle = mostly(dice, &["t[i]", "w[i].handle", "t[i + 1]"]);
    let joined = mostly(dice, &[handle, "t[i]", "t[1 - i]", "w[i].handle"]);
    let create = format!("pthread_create(&{handle}, 0, work, {given});");
    let start = mostly(
        dice,
        &[
            "start(i);",
            create.as_str(),
            "if (i) start(i);",
            "for (int j = 0; j < 2; j++) start(i);",
        ],
    );
    let apart = dice.one_in(2);
    let counted = mostly(dice, &["", "kept++;", "if (i) kept++;"]);
    let create_loop = format!(
        "{} for (long i = {}; i < {}; i++) {{ {} ids[i] = i; w[i].number = i; {start} {counted} {} }}",
        mostly(dice, &keeps),
        mostly(dice, &["0", "1"]),
        mostly(dice, &bounds),
        mostly(dice, &uses),
        mostly(dice, &uses),
    );
    let join_loop = format!(
        "for (long i = {}; i < {}; i++) {{ {} {} {} }}",
        mostly(dice, &["0", "1"]),
        mostly(dice, &bounds),
        mostly(dice, &uses),
        mostly(
            dice,
            &[
                format!("pthread_join({joined}, 0);").as_str(),
                format!("if (i) pthread_join({joined}, 0);").as_str(),
                format!("pthread_join({joined}, 0); if (x) break;").as_str(),
            ]
        ),
        uses[dice.below(uses.len() as u32) as usize],
    );
    let (all, end) = match apart {
        true => ("all(n);", "end(n);"),
        false => (create_loop.as_str(), join_loop.as_str()),
    };
    let body = uses[1 + dice.below(uses.len() as u32 - 1) as usize];
    let last = uses[dice.below(uses.len() as u32) as usize];
    format!(
        "{PRELUDE}static void *work(void *p) {{ {number} {body} return p; }}
static void start(long i) {{ {create} }}
static void all(int n) {{ {create_loop} }}
static void end(int n) {{ {join_loop} }}
int main(void) {{
  int n = 2;
  for (int k = 0; k < {rounds}; k++) {{
    {all}
    {skipped} {{ {end} }}
    {{ long i = 1; {behind} }}
  }}
  {{ long i = 0; {last} }}
  return 0;
}}
",
        rounds = mostly(dice, &["1", "2"]),
        skipped = mostly(dice, &["", "if (k)"]),
        behind = mostly(dice, &uses),
    )
}
