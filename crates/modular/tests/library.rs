//! Functions of the library: whatever has a row is understood.

mod answer;
mod cases;

use cases::check;

/// What threads do under a lock, and the same without.
fn guarded(name: &str, globals: &'static str, bodies: &[&'static str]) {
    for (i, body) in bodies.iter().enumerate() {
        let guarded: &'static str = Box::leak(format!("LOCK {body} UNLOCK").into_boxed_str());
        let cases = [
            (true, globals, guarded, "", "", ""),
            (false, globals, *body, "", "", ""),
        ];
        check(&format!("{name}-{i}"), &cases);
    }
}

#[test]
fn copies_by_any_name() {
    let globals = "char from[16], to[32]; extern void *mempcpy(void *, const void *, size_t);\n\
        extern char *stpncpy(char *, const char *, size_t), *stpcpy(char *, const char *);\n\
        extern void *__mempcpy_chk(void *, const void *, size_t, size_t);\n\
        extern size_t strlcpy(char *, const char *, size_t);\n";
    guarded(
        "copies",
        globals,
        &[
            "memcpy(to, from, 4);",
            "*(char *)mempcpy(to, from, 4) = 1;",
            "mempcpy(mempcpy(to, from, 4), from, 2);",
            "__mempcpy_chk(to, from, 4, 32);",
            "*stpncpy(to, from, 4) = 0;",
            "stpcpy(to, from);",
            "strlcpy(to, from, 8);",
        ],
    );
}

#[test]
fn parts_of_an_array_are_kept_apart() {
    let globals = "char from[16], to[32]; extern void *mempcpy(void *, const void *, size_t);\n\
        extern char *stpncpy(char *, const char *, size_t);\n";
    let cases = [
        (
            true,
            globals,
            "LOCK mempcpy(to, from, 8); UNLOCK",
            "mempcpy(to + 8, from, 8);",
            "",
            "",
        ),
        (
            false,
            globals,
            "LOCK mempcpy(to, from, 9); UNLOCK",
            "mempcpy(to + 8, from, 8);",
            "",
            "",
        ),
        (
            true,
            globals,
            "LOCK stpncpy(to, from, 8); UNLOCK",
            "stpncpy(to + 8, from, 8);",
            "",
            "",
        ),
        (
            false,
            globals,
            "LOCK stpncpy(to, from, 9); UNLOCK",
            "stpncpy(to + 8, from, 8);",
            "",
            "",
        ),
    ];
    check("parts", &cases);
}

#[test]
fn mathematics_only_computes() {
    let globals = "double d; float f; extern double asinh(double), nearbyint(double), frexp(double, int *);\n\
        extern float asinhf(float); extern double modf(double, double *);\n";
    guarded(
        "mathematics",
        globals,
        &[
            "d = asinh(d);",
            "f = asinhf(f);",
            "d = nearbyint(d);",
            "d = frexp(d, &x);",
            "int e; double w; d = frexp(d, &e) + modf(d, &w);",
        ],
    );
}

#[test]
fn what_is_kept_is_used_at_any_time() {
    let globals = "char t[16]; char *p = t; struct tm; extern struct tm *localtime(const long *);\n\
        extern char *strsep(char **, const char *); extern struct file *stdout;\n\
        extern int setvbuf(struct file *, char *, int, size_t);\n\
        static int order(const void *a, const void *b) { return *(char *)a - *(char *)b; }\n";
    let cases = [
        (false, globals, "LOCK strtok(t, \",\"); UNLOCK", "", "", ""),
        (true, globals, "LOCK localtime(&ln); UNLOCK", "", "", ""),
        (
            false,
            globals,
            "LOCK localtime(&ln); UNLOCK",
            "localtime(&ln);",
            "",
            "",
        ),
        (true, globals, "LOCK strsep(&p, \",\"); UNLOCK", "", "", ""),
        (
            false,
            globals,
            "LOCK strsep(&p, \",\"); UNLOCK",
            "t[1] = 0;",
            "",
            "",
        ),
        (true, globals, "LOCK qsort(t, 16, 1, order); UNLOCK", "", "", ""),
        (
            false,
            globals,
            "LOCK qsort(t, 16, 1, order); UNLOCK",
            "qsort(t, 16, 1, order);",
            "",
            "",
        ),
        (
            false,
            globals,
            "LOCK qsort(t, 16, 1, order); UNLOCK",
            "x += t[3];",
            "",
            "",
        ),
        // What a stream has as its buffer is used by whoever prints next.
        (
            false,
            globals,
            "LOCK setvbuf(stdout, t, 0, 16); UNLOCK",
            "",
            "",
            "",
        ),
        (true, globals, "LOCK setvbuf(stdout, 0, 2, 0); UNLOCK", "", "", ""),
    ];
    check("kept", &cases);
}
