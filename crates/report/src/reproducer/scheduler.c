/* What forces the schedule. Each operation by which threads synchronise waits for its turn in the list; what a
   thread does between two of them is up to the machine. Nothing of this is visible to ThreadSanitizer, so it
   sees no order between threads that the program itself does not make. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#if defined(__clang__)
#define RP_HIDDEN __attribute__((noinline, unused, disable_sanitizer_instrumentation))
#else
#define RP_HIDDEN __attribute__((noinline, unused, no_sanitize_thread))
#endif

#define RP_UNUSED __attribute__((unused))

/* A turn is given up for lost after so many seconds. */
#define RP_PATIENCE 10

static int rp_turn;   /* the next entry of the list */
static int rp_lost;   /* the program did something else */
static int rp_raced;  /* ThreadSanitizer has reported a race */
static __thread int rp_me = -1, rp_mine, rp_now = -1;
static __thread int rp_file, rp_line;

RP_HIDDEN void __tsan_on_report(void *report) {
    (void)report;
    __atomic_store_n(&rp_raced, 1, __ATOMIC_RELEASE);
}

RP_HIDDEN static int rp_is_free(void) {
    return rp_me < 0 || __atomic_load_n(&rp_lost, __ATOMIC_ACQUIRE) || __atomic_load_n(&rp_raced, __ATOMIC_ACQUIRE);
}

/* Declared here, for a program may have other functions with the names of <unistd.h>. */
extern int dup2(int, int);
extern void _exit(int);

/* The lock that blocks between __VERIFIER_atomic_begin and __VERIFIER_atomic_end have. */
RP_UNUSED static pthread_mutex_t rp_atomic = PTHREAD_MUTEX_INITIALIZER;

RP_HIDDEN static void rp_pause(void) {
    struct timespec time = {0, 100000};
    nanosleep(&time, 0);
}

RP_HIDDEN static long rp_seconds(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) ? 0 : (long)now.tv_sec;
}

/* Waits for an entry of the list, or for its end and some time. */
RP_HIDDEN static void rp_wait(int entry) {
    long since = rp_seconds();
    for (int seen = -1; !rp_is_free(); rp_pause()) {
        int turn = __atomic_load_n(&rp_turn, __ATOMIC_ACQUIRE);
        if (turn >= entry && entry < RP_COUNT) return;
        if (turn != seen) since = rp_seconds();
        seen = turn;
        if (rp_seconds() - since < RP_PATIENCE) continue;
        if (turn < RP_COUNT && !__atomic_exchange_n(&rp_lost, 1, __ATOMIC_ACQ_REL))
            fprintf(stderr, "reproducer: the program left the schedule before step %d of %d (line %d)\n", turn + 1,
                    RP_COUNT, rp_list[turn].line);
        return;
    }
}

/* The next entry of this thread. */
RP_HIDDEN static int rp_next(void) {
    int i = rp_mine;
    while (i < RP_COUNT && rp_list[i].thread != rp_me) i++;
    return i;
}

/* What the entry stands for is done. */
RP_HIDDEN static void rp_end(void) {
    if (rp_now < 0) return;
    rp_mine = rp_now + 1;
    rp_now = -1;
    __atomic_store_n(&rp_turn, rp_mine, __ATOMIC_RELEASE);
}

/* An operation begins when it is its turn. Returns what its entry says. */
RP_HIDDEN static int rp_begin(int file, int line) {
    if (rp_is_free()) return RP_FREE;
    rp_end();
    rp_file = file;
    rp_line = line;
    int i = rp_next();
    /* A thread with nothing left to do waits for the race. */
    if (i < RP_COUNT && (rp_list[i].file != file || rp_list[i].line != line || rp_list[i].what == RP_INPUT))
        return RP_FREE;
    rp_wait(i);
    if (i == RP_COUNT || rp_is_free()) return RP_FREE;
    rp_now = i;
    return rp_list[i].what;
}

RP_HIDDEN static int rp_step(int file, int line) {
    int what = rp_begin(file, line);
    /* Others go on while it waits inside. */
    if (what == RP_SLEEP) rp_end();
    return what;
}

RP_HIDDEN static void rp_after(int *what) {
    rp_end();
    if (*what != RP_SLEEP || rp_is_free()) return;
    int i = rp_next();
    if (i < RP_COUNT && (rp_list[i].what != RP_WAKE || rp_list[i].line != rp_line)) return;
    rp_begin(rp_file, rp_line);
    rp_end();
}

RP_HIDDEN static void rp_leave(void) {
    if (rp_is_free()) return;
    rp_end();
    if (rp_next() == RP_COUNT) rp_wait(RP_COUNT);
}

RP_HIDDEN static long long rp_input(void) {
    if (rp_me < 0) return 0;
    rp_end();
    int i = rp_next();
    if (i == RP_COUNT || rp_list[i].what != RP_INPUT) return 0;
    rp_wait(i);
    rp_now = i;
    rp_end();
    return rp_list[i].value;
}

struct rp_start {
    void *(*run)(void *);
    int (*run_c11)(void *);
    void *argument;
    int thread, from;
};

RP_HIDDEN static void rp_be(struct rp_start *start) {
    rp_me = start->thread;
    rp_mine = start->from;
}

RP_UNUSED static void *rp_thread(void *argument) {
    struct rp_start start = *(struct rp_start *)argument;
    free(argument);
    rp_be(&start);
    return start.run(start.argument);
}

RP_UNUSED static void *rp_thread_c11(void *argument) {
    struct rp_start start = *(struct rp_start *)argument;
    free(argument);
    rp_be(&start);
    return (void *)(intptr_t)start.run_c11(start.argument);
}

RP_HIDDEN static struct rp_start *rp_new(int what) {
    struct rp_start *start = calloc(1, sizeof *start);
    if (!start) abort();
    start->thread = what == RP_CREATE ? (int)rp_list[rp_now].value : -1;
    start->from = rp_now + 1;
    return start;
}

RP_UNUSED static int rp_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *argument, int file,
                               int line) {
    struct rp_start *start = rp_new(rp_begin(file, line));
    start->run = run;
    start->argument = argument;
    int result = pthread_create(t, attr, rp_thread, start);
    rp_end();
    return result;
}

/* ThreadSanitizer knows nothing of <threads.h>; in the C library these are threads and mutexes of POSIX. */
#define RP_MUTEX(m) ((pthread_mutex_t *)(m))
RP_UNUSED static int rp_create_c11(thrd_t *t, int (*run)(void *), void *argument, int file, int line) {
    struct rp_start *start = rp_new(rp_begin(file, line));
    start->run_c11 = run;
    start->argument = argument;
    int result = pthread_create(t, 0, rp_thread_c11, start);
    rp_end();
    return result ? thrd_error : thrd_success;
}

RP_UNUSED static int rp_join_c11(thrd_t t, int *out) {
    void *result;
    if (pthread_join(t, &result)) return thrd_error;
    if (out) *out = (int)(intptr_t)result;
    return thrd_success;
}

RP_UNUSED static int rp_result_c11(int result) {
    return !result ? thrd_success : result == EBUSY ? thrd_busy : thrd_error;
}

/* Whom the schedule wakes need not be whom the system wakes, so the mutex is given up and taken again. Returns -1 where
   the schedule says nothing. */
#define RP_CONDITION(name, unlock, lock, mutex, late)                                                                  \
    RP_UNUSED static int name(mutex *m, int file, int line) {                                                          \
        if (rp_begin(file, line) != RP_SLEEP) return -1;                                                               \
        unlock(m);                                                                                                     \
        rp_end();                                                                                                      \
        int is_late = rp_begin(file, line) == RP_LATE;                                                                 \
        lock(m);                                                                                                       \
        rp_end();                                                                                                      \
        return is_late ? late : 0;                                                                                     \
    }
RP_CONDITION(rp_cond, pthread_mutex_unlock, pthread_mutex_lock, pthread_mutex_t, ETIMEDOUT)
RP_CONDITION(rp_cnd, pthread_mutex_unlock, pthread_mutex_lock, pthread_mutex_t, thrd_timedout)

#define RP_WAIT(waited, ...)                                                                                           \
    __extension__({                                                                                                    \
        int rp_result = waited;                                                                                        \
        rp_result < 0 ? __VA_ARGS__ : rp_result;                                                                       \
    })
#define RP_STEP(...)                                                                                                   \
    __extension__({                                                                                                    \
        int rp_what __attribute__((cleanup(rp_after), unused)) = rp_step(RP_FILE, __LINE__);                           \
        __VA_ARGS__;                                                                                                   \
    })

#define pthread_create(t, a, f, x) rp_create(t, a, f, x, RP_FILE, __LINE__)
#define thrd_create(t, f, x) rp_create_c11(t, f, x, RP_FILE, __LINE__)
#define pthread_cond_wait(c, m) RP_WAIT(rp_cond(m, RP_FILE, __LINE__), pthread_cond_wait(c, m))
#define pthread_cond_timedwait(c, m, t) RP_WAIT(rp_cond(m, RP_FILE, __LINE__), pthread_cond_timedwait(c, m, t))
#define pthread_cond_clockwait(c, m, k, t) RP_WAIT(rp_cond(m, RP_FILE, __LINE__), pthread_cond_clockwait(c, m, k, t))
#define cnd_wait(c, m) RP_WAIT(rp_cnd(RP_MUTEX(m), RP_FILE, __LINE__), cnd_wait(c, m))
#define cnd_timedwait(c, m, t) RP_WAIT(rp_cnd(RP_MUTEX(m), RP_FILE, __LINE__), cnd_timedwait(c, m, t))
#define thrd_join(t, r) RP_STEP(rp_join_c11(t, r))
#define thrd_detach(t) RP_STEP(rp_result_c11(pthread_detach(t)))
#define thrd_exit(r) pthread_exit((void *)(intptr_t)(r))
#define mtx_lock(m) RP_STEP(rp_result_c11(pthread_mutex_lock(RP_MUTEX(m))))
#define mtx_trylock(m) RP_STEP(rp_result_c11(pthread_mutex_trylock(RP_MUTEX(m))))
#define mtx_unlock(m) RP_STEP(rp_result_c11(pthread_mutex_unlock(RP_MUTEX(m))))
#define exit(status) (rp_leave(), exit(status))
#define _exit(status) (rp_leave(), _exit(status))
#define _Exit(status) (rp_leave(), _Exit(status))
#define quick_exit(status) (rp_leave(), quick_exit(status))
