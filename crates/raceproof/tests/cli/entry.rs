//! `--entry`: libraries without `main`.

use super::{Case, assert_rejected};

const LIBRARY: &str = "\
#include <pthread.h>
#include <stdlib.h>
struct queue { pthread_mutex_t mutex; int count; };
static int made, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int queue_init(struct queue *q, int n)
{
    made++;
    q->count = n;
    return pthread_mutex_init(&q->mutex, 0);
}

void queue_put(struct queue *q, int v)
{
    pthread_mutex_lock(&q->mutex);
    q->count += v;
    pthread_mutex_unlock(&q->mutex);
}

int queue_count(const struct queue *q)
{
    return q->count;
}

void add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

int sum(void)
{
    return total;
}

typedef struct { double x; } point;
point *point_new(double x)
{
    point *p = malloc(sizeof *p);
    if (p)
        p->x = x;
    return p;
}

double point_x(const point *p, int (*map)(double))
{
    return map ? p->x : 0;
}

void point_move(point *p, double x)
{
    p->x = x;
}
";

fn library() -> Case {
    let case = Case::new();
    case.write("lib.c", LIBRARY);
    case
}

/// What is called, what made the objects, and where the race is, if there is one.
#[test]
fn threads_call_the_functions_of_a_library() {
    let case = library();
    for (entry, init, race) in [
        ("add", None, None),
        ("add,sum", None, Some("data race on `total`")),
        ("queue_put", None, None),
        // The functions that make objects are called by one thread at a time.
        ("queue_put", Some("queue_init"), None),
        (
            "queue_put,queue_count",
            Some("queue_init"),
            Some("shared_queue[0].count"),
        ),
        ("queue_count", Some("queue_init"), None),
        ("point_x", Some("point_new"), None),
        (
            "point_x,point_move",
            Some("point_new"),
            Some("data race on `p->x`"),
        ),
        ("point_move", None, Some("data race on `shared_point[0].x`")),
    ] {
        let mut args = vec!["check", "--entry", entry, "--witness", "w.json"];
        args.extend(init.iter().flat_map(|init| ["--entry-init", *init]));
        args.push("lib.c");
        let output = case.run(&args);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let status = output.status.code();
        assert_eq!(status, Some(i32::from(race.is_some())), "{entry}: {stdout}");
        assert!(
            stdout.contains(&format!("calls of {}", entry.replace(',', ", "))),
            "{stdout}"
        );
        if let Some(race) = race {
            assert!(stdout.contains(race), "{entry}: {race} is not in {stdout}");
            assert!(case.prints(&["replay", "w.json"]).contains("lib.c:"), "{entry}");
        }
    }
}

#[test]
fn functions_that_cannot_be_called_are_refused() {
    let case = library();
    let refused = |args: &[&str], message: &str| {
        let args: Vec<&str> = ["check"].iter().chain(args).copied().collect();
        assert_rejected(&case, &args, message);
    };
    refused(
        &["--entry", "other", "lib.c"],
        "no file defines the function `other`",
    );
    case.write("opaque.c", "struct s; int f(struct s *p) { return p != 0; }\n");
    refused(
        &["--entry", "f", "opaque.c"],
        "name the function that does with --entry-init",
    );
    case.write("main.c", "int main(void) { return 0; }\n");
    refused(
        &["--entry", "add", "lib.c", "main.c"],
        "leave out the file with `main`",
    );
    refused(&["--entry-init", "add", "lib.c"], "--entry");
    case.write("a.ir", "model lp64\n");
    refused(&["--entry", "add", "a.ir"], "libraries in C");
}

/// Types of one name are one type, in whatever file.
#[test]
fn files_of_a_library_share_objects() {
    let case = Case::new();
    case.write(
        "s.h",
        "typedef struct { int n; } s;\nvoid set(s *); int get(s *);\n",
    );
    case.write("set.c", "#include \"s.h\"\nvoid set(s *p) { p->n = 1; }\n");
    case.write("get.c", "#include \"s.h\"\nint get(s *p) { return p->n; }\n");
    case.write("main.c", "int main(void) { return 0; }\n");
    let root = case.directory.path().display();
    let entry =
        |file: &str| format!(r#"{{"directory": "{root}", "file": "{file}", "command": "cc -c {file}"}}"#);
    let entries = ["main.c", "set.c", "get.c"].map(entry).join(",");
    case.write("compile_commands.json", format!("[{entries}]"));
    let output = case.run(&["check", "-q", "-p", ".", "--entry", "set,get"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        case.run(&["check", "-q", "-p", ".", "--entry", "get"])
            .status
            .code(),
        Some(0)
    );
}
