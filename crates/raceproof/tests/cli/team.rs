//! Teams, loops and mappings.

use super::{Case, assert_rejected};

#[test]
fn teams_have_the_sizes_that_are_asked_for() {
    let case = Case::new();
    let program = "#include <omp.h>\nint x, n;\nint main(void) {\n#pragma omp parallel\n{\n\
        if (omp_get_thread_num() == 2) x = 1;\nif (omp_get_thread_num() == 0) x = 2;\n\
        if (omp_get_thread_num() == 0) n = omp_get_num_threads();\n}\nreturn n; }\n";
    case.write("a.c", program);
    assert_eq!(case.run(&["run", "--threads", "7", "a.c"]).status.code(), Some(7));
    let check = |threads: &str| {
        let output = case.run(&["check", "--threads", threads, "a.c", "--witness", "w.json"]);
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (status, stdout) = check("2");
    assert_eq!(status, 0, "{stdout}");
    assert!(stdout.contains("teams of 2\n"), "{stdout}");
    let (status, stdout) = check("2..4");
    assert_eq!(status, 1, "{stdout}");
    assert!(stdout.contains("teams of 2..3\n"), "{stdout}");
    case.prints(&["replay", "w.json"]);
    assert_rejected(&case, &["check", "--threads", "4..2", "a.c"], "empty");
}

const NEIGHBOURS: &str = "\
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];
    return a[0];
}
";

#[test]
fn a_race_of_a_loop_names_the_iterations() {
    let case = Case::new();
    case.write("a.c", NEIGHBOURS);
    let output = case.run(&["check", "a.c"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "in iteration 0 of the loop at a.c:4",
        "in iteration 1 of the loop at a.c:4",
    ] {
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
    }
    assert!(!stdout.contains("<raceproof>"), "{stdout}");
    let output = case.run(&["check", "--format", "sarif", "a.c"]);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(result["ruleId"], "RP001");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 6);
    let output = case.run(&["check", "--format", "html", "a.c"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(
        page.contains("<h1 class=\"race\">Race") && page.ends_with("</html>\n"),
        "{page}"
    );
}

#[test]
fn mappings_are_told_loop_by_loop() {
    let case = Case::new();
    let text = "\
int main(void)
{
    int a[8], x = 0;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++)
            a[i] += 1;
#pragma omp for schedule(static, 2)
        for (int i = 0; i < 8; i++)
            a[i] += 1;
#pragma omp single
        x = 1;
    }
    return x + a[0];
}
";
    case.write("a.c", text);
    let stdout = case.prints(&["check", "-v", "a.c"]);
    for expected in [
        "mapping: a.c:6: loop: all, because every one has an identity of its own",
        "mapping: a.c:9: loop: all, because every one has an identity of its own",
        "mapping: a.c:12: loop: fixed by the program",
        "mapping: a.c:15: single block: all,",
    ] {
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
    }
    assert!(!case.prints(&["check", "a.c"]).contains("mapping:"));
}

/// What a function is, its origin says and not its name; the text form keeps it.
#[test]
fn regions_are_known_by_their_origin() {
    let case = Case::new();
    case.write(
        "w.ir",
        "global @x: i32\nfunc @\"w.cold\"(%a: ptr) -> ptr {\n  store i32 @x, 1\n  return null\n}\n\
         func @main() -> i32 {\n  %h = thread_create @\"w.cold\", null, 0\n  store i32 @x, 2\n  \
         _ = thread_join %h\n  return 0\n}\n",
    );
    let checked = |file: &str| {
        let output = case.run(&["check", file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        String::from_utf8(output.stdout).unwrap()
    };
    let stdout = checked("w.ir");
    assert!(stdout.contains("thread 1 runs `w.cold`"), "{stdout}");
    case.write(
        "a.c",
        "int x;\nint main(void) {\n#pragma omp parallel\nx = 1;\nreturn x; }\n",
    );
    case.prints(&["ir", "a.c", "-o", "a.ir"]);
    for file in ["a.c", "a.ir"] {
        let stdout = checked(file);
        assert!(
            stdout.contains("runs a parallel region of main"),
            "{file}: {stdout}"
        );
        assert!(stdout.contains("teams of 2"), "{file}: {stdout}");
    }
}

#[test]
fn the_division_of_static_loops_is_told() {
    let case = Case::new();
    let program = |body: &str| {
        format!(
            "#include <omp.h>\nint a[8], b[8];\nint main(void) {{\n#pragma omp parallel\n{{\n{body}\n}}\nreturn a[1];\n}}\n"
        )
    };
    let row = "#pragma omp for schedule(static) nowait\nfor (int i = 0; i < 7; i++)";
    case.write("any.c", program(&format!("{row} a[i] = i;")));
    case.write(
        "equal.c",
        program(&format!("{row} a[i] = i;\n{row} b[i] = a[i];")),
    );
    let other = row.replace("< 7", "< 6");
    case.write(
        "other.c",
        program(&format!("{row} a[i] = i;\n{other} b[i] = a[i];")),
    );
    let own = "if (c == 3) a[omp_get_thread_num()] = 1;";
    case.write("count.c", program(&format!("int c = 0;\n{row} c++;\n{own}")));
    let words = "static loops divided evenly or in equal chunks";
    assert!(
        case.prints(&["check", "any.c"])
            .contains("race-free for teams of any size")
    );
    assert!(
        case.prints(&["check", "equal.c"])
            .contains("race-free for teams of any size")
    );
    assert_eq!(case.run(&["check", "other.c"]).status.code(), Some(1));
    assert!(case.prints(&["check", "count.c"]).contains(words));
}
