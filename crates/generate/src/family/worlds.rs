//! Programs in C that act by the world around them: by how many arguments there are, by the first letter of
//! one, by what they read.
//!
//! Each program has two texts: one that looks at the world, and one in which inputs have the few values that
//! the program can tell apart. Whoever speaks of any world must say what is true of the second.

use super::Text;
use super::threads::{mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "\
typedef unsigned long pthread_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int getchar(void);
_Bool __VERIFIER_nondet_bool(void);
int x, y, found;
pthread_mutex_t m;
";

/// The world, and inputs that stand for it. What nobody compares with is one of the values.
const OPEN: &str = "\
static int letter(void) { return getchar(); }
";
const EXPLICIT: &str = "\
static int any(void) { return __VERIFIER_nondet_bool() ? 'a' : __VERIFIER_nondet_bool() ? 'b' : 'z'; }
static int letter(void) { return __VERIFIER_nondet_bool() ? -1 : any(); }
";

/// What is done if something of the world holds.
const ACTS: [&str; 8] = [
    "x++;",
    "y = 2;",
    "found = 1;",
    "return 0;",
    "y = 1;",
    "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    "pthread_join(t, 0);",
    "",
];

/// A look at the world. `COUNT` is how many arguments there are, `FIRST` the first letter of the first.
fn look(dice: &mut Dice) -> String {
    let act = one(dice, &ACTS);
    let test = one(
        dice,
        &[
            "COUNT > 1",
            "COUNT > 2",
            "COUNT > 1 && FIRST == 'a'",
            "COUNT > 1 && FIRST != 'b'",
            "letter() == 'a'",
            "letter() < 0",
            "(found = letter()) == 'b'",
        ],
    );
    format!("if ({test}) {{ {act} }}\n")
}

fn text(dice: &mut Dice, is_open: bool) -> String {
    let locked = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
    let work = one(
        dice,
        &[
            "x++;",
            locked,
            "if (found == 'b') x++;",
            "if (found) y++;",
            "y++;",
            "x++;",
        ],
    );
    let before: String = (0..dice.below(2)).map(|_| look(dice)).collect();
    let beside: String = (0..1 + dice.below(2)).map(|_| look(dice)).collect();
    let last = mostly(dice, &["", "x++;", "y++;", locked]);
    let before = before.replace("pthread_join(t, 0);", "");
    let (world, main) = match is_open {
        true => (OPEN, "int main(int argc, char **argv) {\n".to_owned()),
        false => (
            EXPLICIT,
            "int main(void) {\nint argc = __VERIFIER_nondet_bool() ? 1 : __VERIFIER_nondet_bool() ? 2 : 3;\n\
             int first = any();\n"
                .to_owned(),
        ),
    };
    let text = format!(
        "{PRELUDE}{world}static void *work(void *p) {{ {work} return p; }}\n{main}pthread_t t;\n{before}\
         pthread_create(&t, 0, work, 0);\n{beside}{last}\nreturn 0;\n}}\n"
    );
    let first = if is_open { "argv[1][0]" } else { "first" };
    text.replace("COUNT", "argc").replace("FIRST", first)
}

/// The text of the next program, in which inputs stand for the world.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    text(dice, false)
}

/// A program in both texts: one that looks at the world, and one in which inputs stand for it.
pub fn pair(seed: u64, number: u64) -> (Text, Text) {
    let text = |is_open| Text(text(&mut Dice::numbered(seed, number), is_open));
    (text(true), text(false))
}
