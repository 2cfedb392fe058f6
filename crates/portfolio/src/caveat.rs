//! What answers about programs of OpenMP take for granted, and what glibc and Linux do though a standard
//! leaves it open: each becomes a clause of the coverage where the program may notice.
//!
//! SOUNDNESS: assumptions

use raceproof_ir::{Address, Construct, FuncId, Function, Global, Operand, Origin, Program, Role, SyncOp};
use raceproof_report::Clause;

use crate::division::calls;

/// Numbers of what the runtime, or a construct, says of itself: what a function with [`Role::Caveat`] is
/// given.
const TASK_REDUCTIONS: u128 = 1;
const TRANSFERS: u128 = 2;
const CANCELS: u128 = 3;
const LOOKS_AT_SETTINGS: u128 = 4;
const SETS_LEVELS: u128 = 5;
const SETS_SIZES: u128 = 6;

/// What of the program is not followed in all of its consequences.
pub(crate) fn caveats(program: &Program) -> Vec<Clause> {
    let has = |what: u128| {
        let is_it = |arg: &Operand| matches!(arg, Operand::Const(_, n) if *n == what);
        calls(program, Role::Caveat, |args| args.first().is_some_and(is_it))
    };
    let has_regions = calls(program, Role::Parallel, |_| true);
    let asks = |args: &[Operand]| !matches!(args.get(3), None | Some(Operand::Const(_, 0 | 1)));
    let all = [
        (has(TASK_REDUCTIONS), Clause::GroupedReductions),
        (has(TRANSFERS), Clause::NoTransfers),
        (has(CANCELS), Clause::NoCancellation),
        (
            has_regions && !has(SETS_LEVELS) && has_inner_regions(program),
            Clause::FlatRegions,
        ),
        (
            has_regions && has_variables_of_threads(program),
            Clause::LastingCopies,
        ),
        (
            has(SETS_SIZES) || calls(program, Role::Parallel, asks),
            Clause::FullTeams,
        ),
        (calls(program, Role::TaskLoop, |_| true), Clause::RowsOfIterations),
        (has(LOOKS_AT_SETTINGS), Clause::NoSettings),
        (uses_safe_functions(program), Clause::Glibc),
        (uses_pipes(program), Clause::OrderedPipes),
        (sets_in_destructors(program), Clause::FourRounds),
        (takes_options(program), Clause::OptionsFirst),
        (reads_under_locks(program), Clause::FewReaders),
        (uses(program, &ZONE), Clause::Utc),
        (uses(program, &LANGUAGES), Clause::PlainLocale),
        (uses(program, &NAMES), Clause::OneName),
    ];
    let given = all.into_iter().filter(|(is_given, _)| *is_given);
    given.map(|(_, clause)| clause).collect()
}

/// What of the library looks at the zone of the time.
const ZONE: [&str; 14] = [
    "localtime",
    "localtime_r",
    "mktime",
    "ctime",
    "ctime_r",
    "strftime",
    "tzset",
    "tzname",
    "timezone",
    "daylight",
    "__tzname",
    "__timezone",
    "__daylight",
    "wcsftime",
];
/// What asks for other languages.
const LANGUAGES: [&str; 1] = ["setlocale"];
/// What says how the program is called.
const NAMES: [&str; 4] = [
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "__progname_full",
];

/// Whether there may be threads, and functions or objects of the library that are called so.
fn uses(program: &Program, names: &[&str]) -> bool {
    let is_ours = |f: &Function| f.blocks.is_empty() || f.origin == Origin::Library;
    let functions = program.functions.iter().filter(|f| is_ours(f));
    let objects = program.globals.iter().map(|global| &global.name);
    let mut all = functions.map(|f| &f.name).chain(objects);
    all.any(|name| names.contains(&name.as_str())) && raceproof_flow::Facts::new(program).may_create()
}

/// Whether a region may be made in a region. Whoever has the address of a function may call it.
fn has_inner_regions(program: &Program) -> bool {
    let is_region = |f: &Function| {
        matches!(
            f.origin,
            Origin::Region {
                construct: Construct::Parallel,
                ..
            }
        )
    };
    let regions = (0..)
        .map(FuncId)
        .zip(&program.functions)
        .filter(|(_, f)| is_region(f));
    let regions = regions.map(|(id, _)| id).collect();
    reaches(program, regions, |function| function.role == Some(Role::Parallel))
}

/// Whether functions lead to one that is meant, by calls or by its address.
fn reaches(program: &Program, mut open: Vec<FuncId>, is_meant: impl Fn(&Function) -> bool) -> bool {
    let mut seen = vec![false; program.functions.len()];
    while let Some(f) = open.pop() {
        if std::mem::replace(&mut seen[f.0 as usize], true) {
            continue;
        }
        let function = program.function(f);
        if is_meant(function) {
            return true;
        }
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
            open.extend(inst.called());
            inst.operands(|operand| {
                if let Operand::Address(Address::Function(g)) = operand {
                    open.push(g);
                }
            });
        }
    }
    false
}

/// Whether functions of the user have variables of threads, or data of theirs.
fn has_variables_of_threads(program: &Program) -> bool {
    let is_own = |global: &Global| global.thread_local && global.origin == Origin::Program;
    let mut steps = program.instructions();
    program.globals.iter().any(is_own) || steps.any(|(_, inst)| inst.sync() == Some(SyncOp::KeyCreate))
}

/// Whether threads may call functions of the library that keep something, for which glibc has a lock or a
/// copy for each thread, though POSIX does not ask for that.
fn uses_safe_functions(program: &Program) -> bool {
    const SAFE: [&str; 6] = ["rand", "random", "strerror", "inet_ntoa", "strsignal", "dlerror"];
    let is_safe = |f: &Function| f.blocks.is_empty() && SAFE.contains(&f.name.as_str());
    let is_called = program.functions.iter().any(is_safe);
    is_called && raceproof_flow::Facts::new(program).may_create()
}

/// Whether threads may use pipes, wait for signals of each other, or for words in the system: the parts in C
/// that know these keep them in one order.
fn uses_pipes(program: &Program) -> bool {
    let mut ours = program.functions.iter().filter(|f| f.origin == Origin::Library);
    // No other part waits on a condition variable.
    let waits = |f: &Function| {
        let mut steps = f.blocks.iter().flat_map(|b| &b.instructions);
        steps.any(|(inst, _)| inst.sync() == Some(SyncOp::CondWait))
    };
    let keeps = |f: &Function| matches!(f.name.as_str(), "pipe" | "sigwait") || waits(f);
    let is_kept = ours.any(|f| !f.blocks.is_empty() && keeps(f));
    is_kept && raceproof_flow::Facts::new(program).may_create()
}

/// Whether the part in C is linked that takes options out of arguments.
fn takes_options(program: &Program) -> bool {
    let is_role = |f: &Function| {
        let found = raceproof_library::find(&f.name);
        found.is_some_and(|found| found.row.role == Some(raceproof_library::Role::Options))
    };
    let mut ours = program.functions.iter().filter(|f| f.origin == Origin::Library);
    ours.any(is_role)
}

/// Whether threads may read under read-write locks. That one fails for too many readers is no failure like
/// others: whoever does not look at it goes on without the lock.
fn reads_under_locks(program: &Program) -> bool {
    let mut steps = program.instructions();
    steps.any(|(_, inst)| inst.sync() == Some(SyncOp::RwRead))
        && raceproof_flow::Facts::new(program).may_create()
}

/// Whether a destructor of thread-specific data may set such data again, so that rounds follow.
fn sets_in_destructors(program: &Program) -> bool {
    let has_sets = |f: &Function| {
        let mut steps = f.blocks.iter().flat_map(|b| &b.instructions);
        steps.any(|(inst, _)| inst.sync() == Some(SyncOp::KeySet))
    };
    let mut destructors = Vec::new();
    let mut is_open = false;
    let steps = program.instructions().map(|(_, inst)| inst);
    for inst in steps.filter(|inst| inst.sync() == Some(SyncOp::KeyCreate)) {
        inst.operands(|operand| match operand {
            Operand::Address(Address::Function(f)) => destructors.push(f),
            Operand::Const(..) => {}
            _ => is_open = true,
        });
    }
    is_open && program.functions.iter().any(has_sets) || reaches(program, destructors, has_sets)
}
