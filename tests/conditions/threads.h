// What the programs of this directory share. Each is two programs: with the macro RACE it has a race.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RACE
#define PICK(race, safe) race
#else
#define PICK(race, safe) safe
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();

static int x, data;
static atomic_int l, f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock(&m);
#define UNLOCK pthread_mutex_unlock(&m);
#define LOCK_N pthread_mutex_lock(&n);
#define UNLOCK_N pthread_mutex_unlock(&n);
#define SPIN while (atomic_exchange(&l, 1)) ;
#define FREE atomic_store(&l, 0);

#define THREAD(name, ...) static void *name(void *given) { __VA_ARGS__ return given; }
#define START(handle, name) pthread_t handle; pthread_create(&handle, 0, name, 0);
#define WAIT(handle) pthread_join(handle, 0);
#define MAIN(...) int main(void) { __VA_ARGS__ return 0; }
#define TWO(a, b) MAIN(START(s, a) START(t, b) WAIT(s) WAIT(t))
#define CROWD(name) MAIN(pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, name, 0);)
// So many blocks that all calls of a function with them share one context.
#define FOUR(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define LARGE for (int large = __VERIFIER_nondet_int(), sum = 0; large;) { FOUR(FOUR(FOUR(FOUR(if (sum == large) sum++;)))) break; }
// An address that becomes text, and a number that nobody follows.
static char hidden[40];
#define HIDE(address) sprintf(hidden, "%lu", (unsigned long)(address));
#define SEEK strtoul(hidden, 0, 10)
