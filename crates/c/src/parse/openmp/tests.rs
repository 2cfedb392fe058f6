//! Tests of directives: the tree, the canonical text, the errors.

mod errors;

use expect_test::{Expect, expect};

use super::super::dump::{Dumper, dump};
use crate::ast::{ExternalDecl, Stmt, StmtKind};
use crate::lex::Dialect;
use crate::openmp::Directive;
use crate::session::{Session, parse_text};
use raceproof_source::Severity;

fn parse(input: &str) -> (crate::ast::TranslationUnit, Session) {
    let mut session = Session::default();
    let file = session.sources.file("t.c");
    session.sources.set_text(file, input.as_bytes().to_vec());
    let unit = parse_text(&mut session, file, input.as_bytes(), Dialect::default());
    (unit, session)
}

fn errors(session: &Session) -> String {
    let diagnostics = &session.diagnostics;
    diagnostics.render(&session.sources, Severity::Warning, false)
}

/// Each line is a directive; those with a statement get a loop or a block. One line of the tree each. The
/// canonical text of each must give the same tree again.
#[track_caller]
fn check(input: &str, expect: Expect) {
    let first = trees(input);
    let second = trees(
        &first
            .iter()
            .map(|(_, text)| format!("{text}\n"))
            .collect::<String>(),
    );
    let lines = |trees: &[(String, String)]| {
        trees
            .iter()
            .map(|(tree, _)| format!("{tree}\n"))
            .collect::<String>()
    };
    assert_eq!(
        lines(&first),
        lines(&second),
        "the text of a directive means something else"
    );
    expect.assert_eq(&lines(&first));
}

#[track_caller]
fn trees(input: &str) -> Vec<(String, String)> {
    let directives = input.lines().map(|line| line.trim().trim_start_matches("omp "));
    let mut out = Vec::new();
    for directive in directives.filter(|line| !line.is_empty()) {
        let is_block = directive.contains("sections") && !directive.starts_with("cancel");
        let statement = if is_block { "{ ; }" } else { "for (;;) ;" };
        let (unit, session) = parse(&format!(
            "typedef int T;\nvoid f(void) {{\n#pragma omp {directive}\n{statement}\n}}\n"
        ));
        assert_eq!(errors(&session), "");
        let [_, ExternalDecl::Function(function)] = &unit.items[..] else {
            panic!("no function");
        };
        let StmtKind::OpenMp { directive, .. } = &function.body.items[0].kind else {
            panic!("no directive");
        };
        let dumper = Dumper {
            interner: &session.interner,
        };
        let directive: &Directive = directive;
        out.push((dumper.directive(directive), directive.text(&session.interner)));
    }
    out
}

/// The tree of a whole file without errors.
#[track_caller]
fn check_file(input: &str, expect: Expect) {
    let (unit, session) = parse(input);
    assert_eq!(errors(&session), "");
    expect.assert_eq(&dump(&unit, &session.interner));
}

#[test]
fn combined_names_are_lists_of_constructs() {
    check(
        "parallel for simd
         parallel masked taskloop simd
         parallel master taskloop
         parallel loop
         parallel sections
         target parallel for simd
         target simd
         target teams distribute parallel for simd
         target teams loop
         teams distribute simd
         distribute parallel for
         masked taskloop
         taskloop simd
         target data map(x)
         target enter data map(to: x)
         target exit data map(from: x)
         target update to(x)",
        expect![[r#"
            (omp [parallel|for|simd])
            (omp [parallel|masked|taskloop|simd])
            (omp [parallel|master|taskloop])
            (omp [parallel|loop])
            (omp [parallel|sections])
            (omp [target|parallel|for|simd])
            (omp [target|simd])
            (omp [target|teams|distribute|parallel|for|simd])
            (omp [target|teams|loop])
            (omp [teams|distribute|simd])
            (omp [distribute|parallel|for])
            (omp [masked|taskloop])
            (omp [taskloop|simd])
            (omp [target data] (map x))
            (omp [target enter data] (map To x))
            (omp [target exit data] (map From x))
            (omp [target update] (to x))
        "#]],
    );
}

#[test]
fn standalone_directives() {
    check(
        "barrier
         taskwait
         taskwait depend(in: x) nowait
         taskyield
         flush
         flush(a, b)
         flush acq_rel
         cancel parallel if(x)
         cancel taskgroup
         cancellation point for
         ordered depend(source)
         ordered depend(sink: i - 1, j + N * 2 - 1) depend(sink: i, j - 1)
         ordered doacross(source:)
         ordered doacross(source: omp_cur_iteration)
         ordered doacross(sink: omp_cur_iteration - 1)
         scan inclusive(a, b[0:n])
         depobj(o) depend(inout: x)
         depobj(*o) update(mutexinoutset)
         depobj(o) destroy
         nothing
         error at(execution) severity(warning) message(\"no\")
         interop init(targetsync: i) depend(in: x)",
        expect![[r#"
            (omp [barrier])
            (omp [taskwait])
            (omp [taskwait] (depend In x) (nowait))
            (omp [taskyield])
            (omp [flush])
            (omp [flush] a b)
            (omp [flush] (acq_rel))
            (omp [cancel] Parallel (if x))
            (omp [cancel] Taskgroup)
            (omp [cancellation point] For)
            (omp [ordered] (depend source))
            (omp [ordered] (depend (sink i-1 j+(binary N Multiply 2)-1)) (depend (sink i j-1)))
            (omp [ordered] (doacross source))
            (omp [ordered] (doacross source))
            (omp [ordered] (doacross sink-previous))
            (omp [scan] (inclusive a b[0:n:-]))
            (omp [depobj] o (depend Inout x))
            (omp [depobj] (deref o) (update Mutexinoutset))
            (omp [depobj] o (destroy))
            (omp [nothing])
            (omp [error] (at Execution) (severity Warning) (message "no"))
            (omp [interop] (init (tokens targetsync : i)) (depend In x))
        "#]],
    );
}

#[test]
fn regions() {
    check(
        "parallel num_threads(n + 1) if(parallel: a ? b : c) proc_bind(master) default(none) copyin(t)
         sections lastprivate(x) nowait
         single copyprivate(x, y) nowait
         single nowait, private(a), firstprivate(b)
         master
         masked filter(2)
         critical
         critical (name) hint(omp_sync_hint_contended)
         ordered threads
         ordered simd
         scope reduction(+: x) nowait
         taskgroup task_reduction(max: x)
         target map(always, close, tofrom: a[0:n], s.p[:n], b) device(ancestor: 1) defaultmap(tofrom: scalar)
         target map(always to: x) map(mapper(m), from: y) map(present, alloc: z) map(to) nowait is_device_ptr(p)
         target map(iterator(i = 0:n), to: v[i][0:2]) has_device_addr(q[0:1]) uses_allocators(a(t), b)
         target data use_device_ptr(p) use_device_addr(q) map(delete: a)
         teams num_teams(1:4) thread_limit(8)
         dispatch novariants(1) nocontext(x)
         assume absent(parallel, target teams) holds(n > 0) no_openmp",
        expect![[r#"
            (omp [parallel] (num_threads (binary n Add 1)) (if Parallel (? a b c)) (proc_bind Primary) (default None) (copyin t))
            (omp [sections] (lastprivate x) (nowait))
            (omp [single] (copyprivate x y) (nowait))
            (omp [single] (nowait) (private a) (firstprivate b))
            (omp [master])
            (omp [masked] (filter 2))
            (omp [critical])
            (omp [critical] name (hint omp_sync_hint_contended))
            (omp [ordered] (threads))
            (omp [ordered] (simd))
            (omp [scope] (reduction Add x) (nowait))
            (omp [taskgroup] (task_reduction Max x))
            (omp [target] (map Always Close Tofrom a[0:n:-] (. s p)[-:n:-] b) (device Ancestor 1) (defaultmap Tofrom Scalar))
            (omp [target] (map Always To x) (map (mapper m) From y) (map Present Alloc z) (map to) (nowait) (is_device_ptr p))
            (omp [target] (map (iterator i 0 n) To (index v i)[0:2:-]) (has_device_addr q[0:1:-]) (uses_allocators (tokens a ( t ) , b)))
            (omp [target data] (use_device_ptr p) (use_device_addr q) (map Delete a))
            (omp [teams] (num_teams 1 4) (thread_limit 8))
            (omp [dispatch] (novariants 1) (nocontext x))
            (omp [assume] (absent [Parallel] [Target, Teams]) (holds (binary n Greater 0)) (no_openmp))
        "#]],
    );
}

#[test]
fn loops() {
    check(
        "for schedule(static) collapse(2)
         for schedule(nonmonotonic: dynamic, n * 2) ordered(2)
         for schedule(monotonic, simd: guided) ordered nowait
         for lastprivate(conditional: x, y) order(concurrent)
         for order(reproducible: concurrent) schedule(runtime)
         simd safelen(8) simdlen(4) aligned(a, b: 64) nontemporal(c)
         simd linear(x) linear(y: 2) linear(val(z): k + 1) linear(u: uval, step(n)) linear(w: step(2))
         loop bind(teams)
         taskloop grainsize(strict: 4) nogroup untied
         taskloop num_tasks(8) in_reduction(+: x) reduction(default, *: y) mergeable priority(1) final(n < 2)
         distribute dist_schedule(static, 4)
         tile sizes(4, N)
         unroll partial(4)
         unroll full
         unroll",
        expect![[r#"
            (omp [for] (schedule Static) (collapse 2))
            (omp [for] (schedule Nonmonotonic Dynamic (binary n Multiply 2)) (ordered 2))
            (omp [for] (schedule Monotonic Simd Guided) (ordered) (nowait))
            (omp [for] (lastprivate conditional x y) (order Concurrent))
            (omp [for] (order Reproducible Concurrent) (schedule Runtime))
            (omp [simd] (safelen 8) (simdlen 4) (aligned a b to 64) (nontemporal c))
            (omp [simd] (linear x) (linear y step 2) (linear Val z step (binary k Add 1)) (linear Uval u step n) (linear w step 2))
            (omp [loop] (bind Teams))
            (omp [taskloop] (grainsize strict 4) (nogroup) (untied))
            (omp [taskloop] (num_tasks 8) (in_reduction Add x) (reduction Default Multiply y) (mergeable) (priority 1) (final (binary n Less 2)))
            (omp [distribute] (dist_schedule Static 4))
            (omp [tile] (sizes 4 N))
            (omp [unroll] (partial 4))
            (omp [unroll] (full))
            (omp [unroll])
        "#]],
    );
}

#[test]
fn reductions() {
    check(
        "parallel reduction(+: a, b) reduction(- : c) reduction(*: d)
         parallel reduction(&: a) reduction(|: b) reduction(^: c) reduction(&&: d) reduction(||: e)
         parallel reduction(min: a) reduction(max: b) reduction(mine: c)
         parallel for reduction(inscan, +: x) reduction(task, +: y[0:n]) reduction(default, +: z[1][2:3])",
        expect![[r#"
            (omp [parallel] (reduction Add a b) (reduction Subtract c) (reduction Multiply d))
            (omp [parallel] (reduction BitAnd a) (reduction BitOr b) (reduction BitXor c) (reduction And d) (reduction Or e))
            (omp [parallel] (reduction Min a) (reduction Max b) (reduction mine c))
            (omp [parallel|for] (reduction Inscan Add x) (reduction Task Add y[0:n:-]) (reduction Default Add (index z 1)[2:3:-]))
        "#]],
    );
}

#[test]
fn tasks() {
    check(
        "task depend(in: a, b[i]) depend(out: c[0:n]) depend(inout: *p, q->r[0]) untied
         task depend(mutexinoutset: x) depend(inoutset: y) depend(depobj: o) final(n > 3) priority(2)
         task depend(iterator(T i = 0:n, j = n:0:-1), in: a[i][j:2]) affinity(iterator(k = 0:2): a[k])
         task depend(out: omp_all_memory) depend(inout: omp_all_memory, x) depend(in: ([n][m])p, (([n])q)[0:2][1], (*p)[0:3])
         task if(task: 0) detach(event) shared(x) default(firstprivate) in_reduction(+: r)
         task allocate(x) allocate(omp_default_mem_alloc: y, z) allocate(allocator(a), align(8): w)",
        expect![[r#"
            (omp [task] (depend In a (index b i)) (depend Out c[0:n:-]) (depend Inout (deref p) (index (-> q r) 0)) (untied))
            (omp [task] (depend Mutexinoutset x) (depend Inoutset y) (depend Depobj o) (final (binary n Greater 3)) (priority 2))
            (omp [task] (depend (iterator i: T 0 n) (iterator j n 0 (minus 1)) In (index a i)[j:2:-]) (affinity (iterator k 0 2) (index a k)))
            (omp [task] (depend Out all-memory) (depend Inout all-memory x) (depend In <n><m>p <n>q[0:2:-][1] (deref p)[0:3:-]))
            (omp [task] (if Task 0) (detach event) (shared x) (default Firstprivate) (in_reduction Add r))
            (omp [task] (allocate (allocator) x) (allocate (allocator omp_default_mem_alloc) y z) (allocate (allocator a) 8 w))
        "#]],
    );
}

#[test]
fn atomics() {
    check(
        "atomic
         atomic read acquire
         atomic write, release
         atomic update hint(1) relaxed
         atomic capture seq_cst
         atomic compare capture fail(relaxed) acq_rel weak",
        expect![[r#"
            (omp [atomic])
            (omp [atomic] (read) (acquire))
            (omp [atomic] (write) (release))
            (omp [atomic] (update) (hint 1) (relaxed))
            (omp [atomic] (capture) (seq_cst))
            (omp [atomic] (compare) (capture) (fail Relaxed) (acq_rel) (weak))
        "#]],
    );
}

#[test]
fn array_sections() {
    check(
        "task depend(in: a[:], b[1:], c[:2], d[1:2:3], e[::2], f[i][j:1][k], g[x ? 1 : 2], h[x ? 1 : 2 : 3])",
        expect![[r#"
            (omp [task] (depend In a[-:-:-] b[1:-:-] c[-:2:-] d[1:2:3] e[-:-:2] (index f i)[j:1:-][k] (index g (? x 1 2)) h[(? x 1 2):3:-]))
        "#]],
    );
}

#[test]
fn declarations() {
    check_file(
        "typedef struct { int x, y; } point;
         int a, b;
         #pragma omp requires atomic_default_mem_order(seq_cst) unified_shared_memory
         #pragma omp threadprivate(a, b)
         #pragma omp allocate(a) allocator(x) align(64)
         #pragma omp declare reduction(merge : point, int * : join(&omp_out, &omp_in)) initializer(omp_priv = {0, 0})
         #pragma omp declare reduction(+ : point : omp_out.x += omp_in.x) initializer(init(&omp_priv, &omp_orig))
         #pragma omp declare mapper(deep : point p) map(to: p.x)
         #pragma omp declare mapper(struct s v) map(v, v.data[0:v.len])
         #pragma omp declare simd uniform(p) linear(i: 1) notinbranch aligned(p) simdlen(8)
         #pragma omp declare simd
         int f(int *p, int i);
         #pragma omp declare variant(f) match(construct={parallel}, device={kind(host), isa(\"avx\")}, user={condition(score(2): 1 > 0)})
         int g(int *p, int i);
         #pragma omp declare target
         int t;
         #pragma omp end declare target
         #pragma omp declare target(t)
         #pragma omp declare target enter(t) link(a) device_type(any)
         #pragma omp begin declare target
         #pragma omp end declare target
         #pragma omp assumes no_parallelism
         void h(void) {
           static int s;
           #pragma omp threadprivate(s)
           #pragma omp declare reduction(own : int : omp_out += omp_in)
         }",
        expect![[r#"
            (declare point: typedef struct {x: int, y: int})
            (declare a: int b: int)
            (omp [requires] (atomic_default_mem_order SeqCst) (unified_shared_memory))
            (omp [threadprivate] a b)
            (omp [allocate] a (allocator x) (align 64))
            (omp [declare reduction] merge (types point pointer int) (call join (addressof omp_out) (addressof omp_in)) (initializer = {0, 0}))
            (omp [declare reduction] Add (types point) (Add= (. omp_out x) (. omp_in x)) (initializer (call init (addressof omp_priv) (addressof omp_orig))))
            (omp [declare mapper] deep (p: point) (map To (. p x)))
            (omp [declare mapper] (v: struct s) (map v (. v data)[0:(. v len):-]))
            (omp [declare simd] (uniform p) (linear i step 1) (notinbranch) (aligned p) (simdlen 8))
            (omp [declare simd])
            (declare f: function(p: pointer int, i: int) int)
            (omp [declare variant] f (match (construct (parallel (tokens))) (device (kind (tokens host)) (isa (tokens "avx"))) (user (condition 2 (binary 1 Greater 0)))))
            (declare g: function(p: pointer int, i: int) int)
            (omp [declare target])
            (declare t: int)
            (omp [end declare target])
            (omp [declare target] t)
            (omp [declare target] (enter t) (link a) (device_type Any))
            (omp [begin declare target])
            (omp [end declare target])
            (omp [assumes] (no_parallelism))
            (function h: function() void (block (declare s: static int) (omp [threadprivate] s) (omp [declare reduction] own (types int) (Add= omp_out omp_in))))
        "#]],
    );
}

#[test]
fn sections_are_blocks_of_section_directives() {
    check_file(
        "void f(void) {
         #pragma omp parallel sections
         {
           int first = 1;
           g(first);
           #pragma omp section
           { a(); }
           #pragma omp section
           b(); c();
         }
         #pragma omp sections
         {
           #pragma omp section
           #pragma omp critical
           x++;
         } }",
        expect![[r#"
            (function f: function() void (block (directive (omp [parallel|sections]) (block (directive (omp [section]) (block (declare first: int = 1) (call g first))) (directive (omp [section]) (block (call a))) (directive (omp [section]) (block (call b) (call c))))) (directive (omp [sections]) (block (directive (omp [section]) (directive (omp [critical]) (_++ x)))))))
        "#]],
    );
}

#[test]
fn bodies() {
    check_file(
        "void f(void) {
         #pragma omp parallel \\
             for private(i) \\
             schedule(static)
         #pragma omp tile sizes(2)
         #pragma unroll
         for (;;) {}
         if (x)
         #pragma omp task
           y();
         else
         #pragma omp nothing
         l:
         #pragma omp barrier
         _Pragma(\"omp parallel num_threads(2)\")
         { _Pragma(\"omp flush\") }
         _Pragma(\"omp metadirective when(user={condition(0)}: parallel) when(device={kind(host)}: task shared(x)) otherwise(single)\")
         x = 1;
         #pragma omp metadirective when(device={kind(nohost)}: parallel)
         x = 2;
         #pragma ompx whatever
         }",
        expect![[r#"
            (function f: function() void (block (directive (omp [parallel|for] (private i) (schedule Static)) (directive (omp [tile] (sizes 2)) (for - - - (block)))) (if x (directive (omp [task]) (call y)) else (label l (omp [barrier]))) (directive (omp [parallel] (num_threads 2)) (block (omp [flush]))) (directive (omp [task] (shared x)) (= x 1)) (omp [nothing]) (= x 2) (pragma ompx whatever)))
        "#]],
    );
}

#[test]
fn text_is_canonical() {
    let input = "void f(void) {
#pragma   omp parallel  for,schedule ( static,4 ) , private( i,j )  if ( parallel :a&&!b ) num_threads((int)n*-2 ) reduction( + :s ) \\
   firstprivate ( p )  allocate( x?y:z:w )
for (;;) ;
#pragma omp task depend( in:a [ 0 : n ],*p,s . t->u) final( sizeof(int)==f ( 1,2 )?x:y)
; }";
    let (unit, session) = parse(input);
    assert_eq!(errors(&session), "");
    let mut out = String::new();
    let ExternalDecl::Function(function) = &unit.items[0] else {
        panic!("no function");
    };
    let add = |stmt: &Stmt, out: &mut String| {
        if let StmtKind::OpenMp { directive, .. } = &stmt.kind {
            *out += &format!("{}\n", directive.text(&session.interner));
            for clause in &directive.clauses {
                *out += &format!("    {}\n", directive.clause_text(clause, &session.interner));
            }
        }
    };
    function.body.items.iter().for_each(|item| add(item, &mut out));
    expect![[r#"
        omp parallel for schedule(static, 4) private(i, j) if(parallel: a && !b) num_threads((int)n * -2) reduction(+: s) firstprivate(p) allocate(x ? y : z: w)
            schedule(static, 4)
            private(i, j)
            if(parallel: a && !b)
            num_threads((int)n * -2)
            reduction(+: s)
            firstprivate(p)
            allocate(x ? y : z: w)
        omp task depend(in: a[0:n], *p, s.t->u) final(sizeof(int) == f(1, 2) ? x : y)
            depend(in: a[0:n], *p, s.t->u)
            final(sizeof(int) == f(1, 2) ? x : y)
    "#]].assert_eq(&out);
}
