//! A program in C that shows a race outside of raceproof: the sources of the checked program with a scheduler
//! that makes them follow the schedule. Built for ThreadSanitizer, it is reported by that.
//!
//! What is forced is the order of all operations by which threads synchronise (and the values of inputs), not
//! that of plain accesses: a race is a pair that these operations do not order. Calls are forced by macros of
//! their names, operators on atomic objects by macros around them (`wrap`); which call it is in the schedule
//! is told by its line. A thread with nothing left to do in the schedule waits at its next such operation
//! until the race was reported.
//!
//! What cannot be forced is told instead of a program: regions of OpenMP, failures, signals.

mod list;
mod source;
mod wrap;

use std::fmt::Write as _;

use raceproof_library::find;
use raceproof_machine::Witness;

use crate::{Describe, Sources};
use list::List;

/// The scheduler.
const SCHEDULER: &str = include_str!("scheduler.c");

/// What else it calls is forced by a macro that does no more than wait.
const FORCED: &str = "
    pthread_join pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np pthread_detach pthread_cancel
    pthread_testcancel pthread_kill pthread_once
    pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock
    pthread_mutex_unlock pthread_mutex_destroy pthread_mutex_consistent
    pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock
    pthread_rwlock_clockrdlock pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_timedwrlock
    pthread_rwlock_clockwrlock pthread_rwlock_unlock pthread_rwlock_destroy
    pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy
    pthread_cond_init pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy
    pthread_barrier_init pthread_barrier_wait pthread_barrier_destroy
    sem_init sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sem_getvalue sem_destroy
    mtx_init mtx_timedlock mtx_destroy
    cnd_init cnd_signal cnd_broadcast cnd_destroy call_once";

/// The functions that compilers have for atomic operations, those of `<stdatomic.h>` among them.
const ATOMIC: &str = "
    __atomic_load __atomic_load_n __atomic_store __atomic_store_n __atomic_exchange __atomic_exchange_n
    __atomic_compare_exchange __atomic_compare_exchange_n __atomic_add_fetch __atomic_sub_fetch
    __atomic_and_fetch __atomic_or_fetch __atomic_xor_fetch __atomic_nand_fetch __atomic_fetch_add
    __atomic_fetch_sub __atomic_fetch_and __atomic_fetch_or __atomic_fetch_xor __atomic_fetch_nand
    __atomic_test_and_set __atomic_clear __atomic_thread_fence
    __c11_atomic_load __c11_atomic_store __c11_atomic_exchange __c11_atomic_compare_exchange_strong
    __c11_atomic_compare_exchange_weak __c11_atomic_fetch_add __c11_atomic_fetch_sub __c11_atomic_fetch_and
    __c11_atomic_fetch_or __c11_atomic_fetch_xor __c11_atomic_thread_fence
    __sync_fetch_and_add __sync_fetch_and_sub __sync_fetch_and_or __sync_fetch_and_and __sync_fetch_and_xor
    __sync_fetch_and_nand __sync_add_and_fetch __sync_sub_and_fetch __sync_or_and_fetch
    __sync_and_and_fetch __sync_xor_and_fetch __sync_nand_and_fetch __sync_bool_compare_and_swap
    __sync_val_compare_and_swap __sync_lock_test_and_set __sync_lock_release __sync_synchronize";

/// What is around the program in the run with the race.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// The files that are compiled, in their order.
    pub files: Vec<String>,
    /// `-D` and `-U` as lines of C.
    pub macros: Vec<String>,
    /// Macros that have other values than the files say.
    pub overrides: Vec<(String, String)>,
    /// `argv`.
    pub args: Vec<Vec<u8>>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Environment variables, as `NAME=value`.
    pub variables: Vec<String>,
    /// Objects and what they hold at the start.
    pub objects: Vec<(String, i128)>,
}

/// The program.
///
/// # Errors
///
/// Why there is none.
pub fn render(
    describe: &Describe<'_>,
    witness: &Witness,
    sources: &Sources,
    around: &Around,
) -> Result<String, String> {
    let list = List::new(describe, witness, sources, &around.files)?;
    let texts = source::Texts::new(describe, sources, &list.files, around)?;
    let mut out = String::new();
    let finding = describe.race(witness);
    let _ = writeln!(
        out,
        "/* {}: a program that follows the schedule of the race. Build and run it with\n     \
         cc -pthread -fsanitize=thread -g FILE.c && ./a.out */",
        finding.message
    );
    for (name, value) in &around.overrides {
        let _ = writeln!(out, "#define {name} {value}");
    }
    for line in &around.macros {
        out.push_str(line);
        out.push('\n');
    }
    out.push_str(&texts.whole(&prelude(&list, &texts)));
    out.push_str(&epilogue(describe, &list, &texts, around)?);
    Ok(out)
}

/// The list, the scheduler and its macros.
fn prelude(list: &List, texts: &source::Texts) -> String {
    let mut out = String::from("#line 1 \"scheduler\"\n");
    out.push_str(
        "/* The schedule: who does what, on which line of which file. */\n\
         enum { RP_PLAIN, RP_CREATE, RP_SLEEP, RP_WAKE, RP_LATE, RP_INPUT, RP_FREE };\n\
         static const struct { int thread, file, line, what; long long value; } rp_list[] = {\n",
    );
    for entry in &list.entries {
        let (what, value) = entry.what.words();
        let _ = writeln!(
            out,
            "    {{ {}, {}, {}, {what}, {value} }},",
            entry.thread, entry.file, entry.line
        );
    }
    let _ = writeln!(
        out,
        "    {{ 0 }},\n}};\n#define RP_COUNT {}\n",
        list.entries.len()
    );
    out.push_str(SCHEDULER);
    let has = |name: &&str| texts.has_word(name);
    let atomics = ATOMIC.split_whitespace().filter(|_| texts.has_atomics());
    for name in FORCED.split_whitespace().filter(has).chain(atomics) {
        let _ = writeln!(out, "#define {name}(...) RP_STEP({name}(__VA_ARGS__))");
    }
    for name in &list.inputs {
        if !is_undefined(name) {
            let _ = writeln!(
                out,
                "#define {name}(...) ((__typeof__({name}(__VA_ARGS__)))rp_input())"
            );
        }
    }
    out.push_str("#define main rp_main\n");
    out
}

/// Whether nobody defines a function: not the program, for it gives an input, and not the library.
fn is_undefined(name: &str) -> bool {
    name.starts_with("__VERIFIER_") || find(name).is_none()
}

/// What comes behind the program: functions that it does not define, and where it starts.
fn epilogue(
    describe: &Describe<'_>,
    list: &List,
    texts: &source::Texts,
    around: &Around,
) -> Result<String, String> {
    let mut out = String::from("\n#line 1 \"start\"\n#undef main\n");
    for name in list.inputs.iter().filter(|name| is_undefined(name)) {
        let _ = writeln!(
            out,
            "__typeof__({name}()) {name}(void) {{ return (__typeof__({name}()))rp_input(); }}"
        );
    }
    // What verifiers define.
    for (name, definition) in [
        (
            "__VERIFIER_assume",
            "void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }",
        ),
        (
            "__VERIFIER_atomic_begin",
            "void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&rp_atomic); }",
        ),
        (
            "__VERIFIER_atomic_end",
            "void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&rp_atomic); }",
        ),
    ] {
        if texts.has_word(name) && !describe.defines(name) {
            out.push_str(definition);
            out.push('\n');
        }
    }
    let (parameters, has_result) = describe.entry().ok_or("the program has no `main`")?;
    let args: Vec<String> = around.args.iter().map(|arg| literal(arg)).collect();
    let count = args.len();
    out.push_str("int main(int rp_count, char **rp_arguments, char **rp_environment) {\n");
    out.push_str("    (void)rp_count;\n    (void)rp_arguments;\n    (void)rp_environment;\n");
    let _ = writeln!(
        out,
        "    static char *arguments[] = {{ {}, 0 }};",
        if args.is_empty() {
            "\"a.out\"".to_owned()
        } else {
            args.join(", ")
        }
    );
    out.push_str("    rp_me = 0;\n");
    for variable in &around.variables {
        let _ = writeln!(out, "    putenv((char[]){{ {} }});", literal(variable.as_bytes()));
    }
    let _ = writeln!(
        out,
        "    FILE *input = tmpfile();\n    \
         if (!input || fwrite({0}, 1, {1}, input) != {1}) return 2;\n    \
         rewind(input);\n    if (dup2(fileno(input), 0)) return 2;",
        literal(&around.stdin),
        around.stdin.len()
    );
    for (name, value) in &around.objects {
        let _ = writeln!(out, "    {name} = {value};");
    }
    let passed = match parameters {
        0 => "",
        1 => "argc",
        2 => "argc, arguments",
        _ => "argc, arguments, rp_environment",
    };
    let _ = writeln!(
        out,
        "    int argc = {};\n    (void)argc;\n    (void)arguments;",
        count.max(1)
    );
    match has_result {
        true => {
            let _ = writeln!(
                out,
                "    int result = rp_main({passed});\n    rp_leave();\n    return result;"
            );
        }
        false => {
            let _ = writeln!(out, "    rp_main({passed});\n    rp_leave();\n    return 0;");
        }
    }
    out.push_str("}\n");
    Ok(out)
}

/// A text as C writes it.
fn literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(*byte)]),
            b' '..=b'~' if *byte != b'?' => out.push(char::from(*byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}
