//! Rules that give threads locks or numbers of their own, each with programs that nearly keep to it and race.

use raceproof_c::{Input, Options, compile};
use raceproof_modular::{Answer, prove};
use std::path::Path;

const GLOBALS: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <errno.h>\n#include <sched.h>\n#include <stdlib.h>\n#include <string.h>\n\
    extern int __VERIFIER_nondet_int(void);\n\
    atomic_int l, an, an2; atomic_uint au; atomic_uchar ac; int x, y, plain, out[500], next_, *heap; long ln;\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t cv = PTHREAD_COND_INITIALIZER;\n\
    #define LOCK pthread_mutex_lock(&m);\n#define UNLOCK pthread_mutex_unlock(&m);\n";

/// Whether it is safe, further globals, what two threads do, what a third one does (the same if that is empty), and what the first thread does before and
/// after it creates them.
type Case = (
    bool,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

fn check(name: &str, cases: &[Case]) {
    for (i, (safe, globals, body, third, before, after)) in cases.iter().enumerate() {
        let third = if third.is_empty() { body } else { third };
        let text = format!(
            "{GLOBALS}{globals}\nvoid *use(void *a) {{ {body} return a; }}\nvoid *third(void *a) {{ {third} return a; }}\n\
             int main(void) {{ pthread_t t[3]; {before}\nfor (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);\n\
             pthread_create(&t[2], 0, third, 0); {after}\nfor (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }}\n"
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{i}.c"));
        std::fs::write(&path, text).expect("the directory for tests can be written");
        let input = Input {
            path,
            options: Default::default(),
        };
        let Ok(compiled) = compile(&[input], Options::default()) else {
            panic!("{name} {i} does not compile: {body}");
        };
        let proved = prove(&compiled.program) == Answer::Proved;
        assert_eq!(proved, *safe, "{name} {i}: {body}");
    }
}

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
