//! Rules that give threads locks or numbers of their own, each with programs that nearly keep to it and race.

mod answer;
mod cases;

use cases::{check, check_one};

#[test]
fn swaps_and_tries_are_locks_if_they_found_zero() {
    check(
        "swaps_and_tries",
        &[
            (
                true,
                "",
                "int e=0; while(!atomic_compare_exchange_weak(&l,&e,1)) e=0; x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "int e; do { e=0; sched_yield(); } while(!atomic_compare_exchange_weak(&l,&e,1)); x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "int e=0; while(!atomic_compare_exchange_strong_explicit(&l,&e,1,memory_order_acquire,memory_order_relaxed)) { e=0; } x++; atomic_store_explicit(&l,0,memory_order_release);",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "int rc=pthread_mutex_trylock(&m); if (rc!=EBUSY) { x++; UNLOCK }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "int e=0; if (atomic_compare_exchange_weak(&l,&e,1)) { x++; atomic_store(&l,0); }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(!atomic_compare_exchange_weak(&l,&e,1)) ; x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(!atomic_compare_exchange_weak_explicit(&l,&e,1,memory_order_relaxed,memory_order_relaxed)) e=0; x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(!atomic_compare_exchange_weak(&l,&e,1)) e=0; x++; atomic_store_explicit(&l,0,memory_order_relaxed);",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(!atomic_compare_exchange_weak(&l,&e,1)) e=0; x++; atomic_store(&l,0);",
                "",
                "",
                "atomic_store(&l,0);",
            ),
            (
                false,
                "static void set(int*p){*p=1;}",
                "int e=0; set(&e); while(!atomic_compare_exchange_weak(&l,&e,1)) {e=0;set(&e);} x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; int*p=__VERIFIER_nondet_int()?&e:&plain; if(p==&e)*p=1; if (atomic_compare_exchange_weak(&l,&e,1)) { x++; atomic_store(&l,0);}",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(!atomic_compare_exchange_weak(&l,&e,1)) e=0; atomic_store(&l,0); x++;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; while(1){ if(atomic_compare_exchange_weak(&l,&e,1)) break; if (e==1) break; e=0;} x++; atomic_store(&l,0);",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=0; for(int i=0;i<3;i++){ if(atomic_compare_exchange_weak(&l,&e,1)) {x++; atomic_store(&l,0);} }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int rc=pthread_mutex_trylock(&m); if (rc==EBUSY) { x++; } else UNLOCK",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int rc=pthread_mutex_trylock(&m); if (rc!=EINVAL) { x++; } if(!rc) UNLOCK",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int rc=5; if (__VERIFIER_nondet_int()) rc=pthread_mutex_trylock(&m); if (rc!=EBUSY) { x++; } if(!rc) UNLOCK",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int rc=pthread_mutex_trylock(&m); if ((rc!=0)!=EBUSY) { x++; } if(!rc) UNLOCK",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int rc=pthread_mutex_trylock(&m); int b = rc==EBUSY; if (b!=EBUSY) { x++; } if(!rc) UNLOCK",
                "",
                "",
                "",
            ),
            (
                false,
                "#include <string.h>\n#define memcpy_(p) memset(p,1,4)",
                "int e=0; memcpy_(&e); if(atomic_compare_exchange_weak(&l,&e,1)) {x++; atomic_store(&l,0);}",
                "",
                "",
                "",
            ),
        ],
    );
}

#[test]
fn counters_give_numbers_if_they_only_go_up() {
    check(
        "tickets",
        &[
            (
                true,
                "",
                "for(;;){ int i=atomic_fetch_add(&an,1); if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "int i; while((i=atomic_fetch_add(&an,1))<500) out[i]=i;",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ LOCK int i=next_++; UNLOCK if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ LOCK if(next_>=500){UNLOCK return a;} int i=next_++; UNLOCK out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "static int take(void){return next_++;} static void work(int i){}",
                "for(;;){ LOCK int i=take(); UNLOCK if(i>=500) return a; work(i); out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "static int take(void){LOCK int i=next_++; UNLOCK return i;} static int work(int i){return i+1;}",
                "for(;;){ int i=take(); if(i>=500) return a; out[i]=work(i); out[i]++; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ unsigned i=atomic_fetch_add(&au,1); if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ int i=atomic_fetch_add(&an,1); if(i>=500) return a; heap[i]=i; }",
                "",
                "heap=malloc(500*4); atomic_store(&an,0);",
                "",
            ),
            (
                true,
                "",
                "for(;;){ LOCK int i=++next_; UNLOCK if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ LOCK long i=ln++; UNLOCK if(i<500) out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                true,
                "",
                "for(;;){ int i=atomic_fetch_add(&an,1); if(i>=500) return a; out[i]=i; }",
                "",
                "an=7;",
                "",
            ),
            (
                false,
                "",
                "for(;;){ int i=atomic_fetch_add(&an,1); if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "atomic_store(&an,0);",
            ),
            (
                false,
                "",
                "for(;;){ int i=atomic_fetch_add(&an,1); if(i>=500) return a; out[i]=i; if(i==400) atomic_store(&an,0); }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "for(;;){ int i=next_++; if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "for(;;){ LOCK int i=next_; UNLOCK LOCK next_=i+1; UNLOCK if(i>=500) return a; out[i]=i; }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i]=i;",
                "int i=atomic_fetch_add(&an2,1); if(i<500) out[i]=i;",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_++; UNLOCK if(i<500) out[i]=i;",
                "pthread_mutex_lock(&m2); int i=next_++; pthread_mutex_unlock(&m2); if(i<500) out[i]=i;",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); atomic_fetch_sub(&an,1); if(i<500) out[i]=i;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i+1]=out[i];",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i/2]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "for(;;){ unsigned char i=atomic_fetch_add(&ac,1); out[i]=1; }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "for(;;){ unsigned i=atomic_fetch_add(&au,1); if(i<500) out[i]=1; }",
                "",
                "",
                "",
            ),
            (
                false,
                "static void y_(unsigned i){}",
                "unsigned v=atomic_fetch_add(&au,1); for(;;){ if (v<500) out[v]=1; unsigned i=atomic_fetch_add(&au,1); y_(i); }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_; if(i>3) next_=i+1; UNLOCK if(i<500) out[i]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_++; next_--; UNLOCK if(i<500) out[i]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_; pthread_cond_wait(&cv,&m); next_=i+1; UNLOCK if(i<500) out[i]=1;",
                "",
                "",
                "pthread_cond_broadcast(&cv);",
            ),
            (
                false,
                "",
                "int i=next_; LOCK next_=i+1; UNLOCK if(i<500) out[i]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "static void rel(void){UNLOCK LOCK}",
                "LOCK int i=next_; rel(); next_=i+1; UNLOCK if(i<500) out[i]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i]=i;",
                "",
                "int v=atomic_fetch_add(&an,1); atomic_store(&an,0);",
                "out[v]=1;",
            ),
            (
                false,
                "static int given; static void*sub(void*a){ long i=(long)a; if(i<500) out[i]=2; return a;}",
                "int i=atomic_fetch_add(&an,1); given=i; pthread_t s; pthread_create(&s,0,sub,(void*)(long)i); if(i<500) out[i]=i; pthread_join(s,0);",
                "",
                "",
                "",
            ),
            (
                false,
                "static int sh;",
                "LOCK int i=next_++; sh=i; UNLOCK LOCK int j=sh; UNLOCK if(j<500) out[j]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_; int j=next_; next_=i+1; next_=j+1; UNLOCK if(i<500) out[j]=1; LOCK i=next_;UNLOCK if(i<500) out[i]=2;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_; next_=i+1; int k=next_; UNLOCK if(k<500) {out[k]=1; } if(i<500) out[i]=2;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "LOCK int i=next_; next_+=2; UNLOCK if(i<500) out[i]=1; if(i<499) out[i+1]=2;",
                "LOCK int i=next_++; UNLOCK if(i<500) out[i]=1; LOCK next_-=1; UNLOCK",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i]=i;",
                "an=0;",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_load(&an); atomic_store(&an,i+1); if(i<500) out[i]=i;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int e=atomic_exchange(&an,1); if(e<500) out[e]=1;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i&7]=i;",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) { ((char*)out)[i]=1; *(int*)((char*)out+i)=2; }",
                "",
                "",
                "",
            ),
            (
                false,
                "",
                "int i=atomic_fetch_add(&an,1); if(i<500) out[i]=i;",
                "for(int k=0;k<500;k++) out[k]=0;",
                "",
                "",
            ),
            (
                false,
                "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;",
                "pthread_rwlock_rdlock(&rw); int i=next_++; pthread_rwlock_unlock(&rw); if(i<500) out[i]=1;",
                "",
                "",
                "",
            ),
        ],
    );
}

const BYTES: &str = "#include <semaphore.h>\nunion { int i; unsigned char c[8]; short h[4]; long w; } u;\n\
    union { pthread_spinlock_t spin; pthread_once_t once; sem_t sem; pthread_rwlock_t rw; pthread_mutex_t mutex; char c[80]; } o;\n\
    #define SWAP(where, n) __atomic_exchange_n(where, n, __ATOMIC_SEQ_CST)\n\
    #define PUT(where, n) __atomic_store_n(where, n, __ATOMIC_SEQ_CST)\n\
    #define RELAXED(where, n) __atomic_store_n(where, n, __ATOMIC_RELAXED)\n\
    int swap(long *at, long n) { long e = 0; return __atomic_compare_exchange_n(at, &e, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }\n\
    sem_t *sem(int at) { return (sem_t *)(o.c + at); } pthread_mutex_t *mutex(int at) { return (pthread_mutex_t *)(o.c + at); }\n";

#[test]
fn a_variable_is_a_lock_with_all_its_bytes_and_no_others() {
    let int = "if (!SWAP(&u.i, 1)) { x++; PUT(&u.i, 0); }";
    let byte = "if (!SWAP(&u.c[0], 1)) { x++; PUT(&u.c[0], 0); }";
    let cases = [
        // Everybody means the same bytes, or bytes that have nothing to do with these.
        (true, int, "", ""),
        (true, byte, "PUT(&u.c[1], 7); PUT(&u.h[1], 0);", ""),
        (true, int, "if (swap(&ln, 1L << 32)) { y++; PUT(&ln, 0); }", ""),
        (true, byte, "", "PUT(&u.i, 256); PUT(&u.i, 0);"),
        // A store of something that is not zero clears one of its bytes.
        (false, byte, "PUT(&u.i, 256);", ""),
        (false, byte, "SWAP(&u.i, 256);", ""),
        (false, byte, "__atomic_fetch_or(&u.i, 256, __ATOMIC_SEQ_CST);", ""),
        (false, int, "PUT(&u.h[0], 1); PUT(&u.h[1], 1);", ""),
        // One takes some of the bytes, another one more of them.
        (false, int, "if (swap(&u.w, 1L << 32)) { x++; PUT(&u.w, 0); }", ""),
        (false, int, "if (!SWAP(&u.h[0], 1)) { x++; PUT(&u.h[0], 0); }", ""),
        (false, int, "if (!SWAP((short *)(u.c + 3), 256)) x++;", ""),
        (false, "if (!SWAP(&u.i, 1)) { x++; PUT(&u.c[0], 0); }", "", ""),
    ];
    check(
        "bytes",
        &cases.map(|(safe, body, third, before)| (safe, BYTES, body, third, before, "")),
    );
}

#[test]
fn objects_that_share_bytes_are_no_locks() {
    let cases = [
        (
            true,
            "pthread_spin_lock(&o.spin); x++; pthread_spin_unlock(&o.spin);",
            "",
            "",
        ),
        (
            true,
            "pthread_mutex_lock(mutex(0)); x++; pthread_mutex_unlock(mutex(0));",
            "pthread_mutex_lock(mutex(40)); y++; pthread_mutex_unlock(mutex(40));",
            "",
        ),
        (
            true,
            "sem_wait(sem(8)); x++; sem_post(sem(8));",
            "sem_wait(sem(40)); y++; sem_post(sem(40));",
            "sem_init(sem(8), 0, 1); sem_init(sem(40), 0, 1);",
        ),
        // A wait for the semaphore gives the spin lock up.
        (
            false,
            "pthread_spin_lock(&o.spin); x++; pthread_spin_unlock(&o.spin);",
            "sem_wait(&o.sem); sem_wait(&o.sem);",
            "",
        ),
        (
            false,
            "pthread_mutex_lock(mutex(0)); x++; pthread_mutex_unlock(mutex(0));",
            "pthread_rwlock_wrlock(&o.rw); x++; pthread_rwlock_unlock(&o.rw);",
            "",
        ),
        (
            false,
            "pthread_mutex_lock(mutex(0)); x++; pthread_mutex_unlock(mutex(0));",
            "pthread_mutex_lock(mutex(8)); pthread_mutex_unlock(mutex(8));",
            "",
        ),
        // Its value has a byte of the other one.
        (
            false,
            "sem_wait(sem(8)); x++; sem_post(sem(8));",
            "",
            "sem_init(sem(8), 0, 1); sem_init(sem(10), 0, 1);",
        ),
        (
            false,
            "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return a; pthread_mutex_lock(mutex(4 * i)); out[i]++; pthread_mutex_unlock(mutex(4 * i));",
            "",
            "",
        ),
    ];
    check(
        "shared_bytes",
        &cases.map(|(safe, body, third, before)| (safe, BYTES, body, third, before, "")),
    );
}

#[test]
fn zero_in_some_bytes_of_a_flag_is_another_store() {
    let set = "y = 1; PUT(&u.i, 257);";
    let look = "if (__atomic_load_n(&u.i, __ATOMIC_SEQ_CST)) x = y;";
    for (i, (safe, also)) in [
        (true, "RELAXED(&u.i, 0);"),
        (true, "RELAXED(&u.h[2], 0);"),
        (false, "RELAXED(&u.h[0], 0);"),
        (false, "RELAXED(&u.c[0], 0);"),
        (false, "RELAXED(&u.w, 0);"),
    ]
    .into_iter()
    .enumerate()
    {
        let globals = format!("{BYTES}void *clear(void *a) {{ {also} return a; }}\n");
        let text = format!("{set} LOCK UNLOCK");
        let before = "pthread_t c; pthread_create(&c, 0, clear, 0);";
        let body = format!("LOCK {look} UNLOCK");
        check_one(
            &format!("cleared-{i}"),
            (safe, &globals, &body, &text, before, ""),
        );
    }
}

#[test]
fn accesses_of_one_kind_are_as_one() {
    let many = "x++; y = x; ".repeat(2_000);
    let kept = format!("LOCK {many} UNLOCK");
    let lost = format!("{kept} y++;");
    check(
        "one_kind",
        &[
            (true, "", &kept, "", "", ""),
            (false, "", &lost, "", "", ""),
            (false, "", &kept, "LOCK x++; UNLOCK x++;", "", ""),
        ],
    );
}

#[test]
fn large_tables_of_addresses_lead_to_all_of_them() {
    let names: Vec<String> = (0..300).map(|i| format!("a{i}")).collect();
    let addresses: Vec<String> = names.iter().map(|name| format!("&{name}")).collect();
    let table = format!(
        "int {}; int *tab[] = {{ {} }};",
        names.join(", "),
        addresses.join(", ")
    );
    let body = "LOCK *tab[__VERIFIER_nondet_int() & 255] = 1; UNLOCK";
    check(
        "large_table",
        &[
            (true, &table, body, "LOCK a299 = 2; UNLOCK", "", ""),
            (false, &table, body, "a0 = 2;", "", ""),
            (false, &table, body, "a299 = 2;", "", ""),
        ],
    );
}

#[test]
fn constants_in_large_variables_are_forgotten_where_bytes_are_written() {
    let fill: String = (0..40).map(|i| format!("v[{i}] = {i}; ")).collect();
    let case = |write: &str| {
        format!("int v[40]; int *p = &v[0]; {fill} {write} if (p[7] == 7) {{ LOCK x++; UNLOCK }} else x++;")
    };
    let (kept, written, partly, before) = (
        case("p[8] = 1;"),
        case("p[7] = __VERIFIER_nondet_int();"),
        case("*(char *)&p[8] = 1; *((char *)&p[7] + 3) = 1;"),
        case("*(long *)&p[6] = __VERIFIER_nondet_int();"),
    );
    check(
        "large_variable",
        &[
            (true, "", &kept, "", "", ""),
            (false, "", &written, "", "", ""),
            (false, "", &partly, "", "", ""),
            (false, "", &before, "", "", ""),
        ],
    );
}
