/* Threads and what they synchronise with, by functions that stand before those of the C library.

   What lets others go on has its moment before it is done, what waits for others after: so the order of the
   moments is one in which all of it could have happened. */
#define _GNU_SOURCE
#include "recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

/* Since when condition variables are as they are. */
#if defined(__x86_64__)
#define CONDITIONS "GLIBC_2.3.2"
#else
#define CONDITIONS "GLIBC_2.17"
#endif

void *__libc_malloc(size_t);
void __libc_free(void *);

/* The function that ours stands before. Of condition variables an older version would be found. */
static void *next(const char *name) {
    void *found = NULL;
    if (strncmp(name, "pthread_cond_", 13) == 0 && strcmp(name, "pthread_cond_clockwait") != 0)
        found = dlvsym(RTLD_NEXT, name, CONDITIONS);
    if (!found) found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

#define REAL(name)                                                            \
    static __typeof__(&name) real;                                            \
    if (__builtin_expect(!real, 0)) real = (__typeof__(&name))next(#name)

#define AT(p) ((uint64_t)(uintptr_t)(p))

/* Which thread a handle names. Handles are used again, so there are not many. */
#define HANDLES (1u << 16)
static struct {
    uint64_t handle;
    uint32_t number;
} handles[HANDLES];
static int handles_held;

static uint32_t *handle_entry(uint64_t handle) {
    uint32_t at = (uint32_t)(handle >> 8 ^ handle >> 20) & (HANDLES - 1);
    for (uint32_t tries = 0; tries < HANDLES; tries++, at = (at + 1) & (HANDLES - 1)) {
        if (handles[at].handle == handle) return &handles[at].number;
        if (!handles[at].handle) {
            handles[at].handle = handle;
            return &handles[at].number;
        }
    }
    return &handles[at].number;
}

static void name_thread(uint64_t handle, uint32_t number) {
    while (__atomic_exchange_n(&handles_held, 1, __ATOMIC_ACQUIRE)) {}
    *handle_entry(handle) = number + 1;
    __atomic_store_n(&handles_held, 0, __ATOMIC_RELEASE);
}

/* Nothing for a thread that is not recorded. */
static uint32_t named(uint64_t handle) {
    while (__atomic_exchange_n(&handles_held, 1, __ATOMIC_ACQUIRE)) {}
    uint32_t number = *handle_entry(handle);
    __atomic_store_n(&handles_held, 0, __ATOMIC_RELEASE);
    return number;
}

/* How often destructors are called at most, as POSIX has it at least. */
#define ROUNDS 4
static pthread_key_t last_destructor;

/* The recording of a thread ends when all other destructors have been called. */
static void destructor(void *value) {
    struct thread *t = self;
    if (!t) return;
    if (++t->last_rounds < ROUNDS) pthread_setspecific(last_destructor, value);
    else rr_end();
}

HIDDEN void rr_threads_start(void) { pthread_key_create(&last_destructor, destructor); }

struct birth {
    void *(*routine)(void *);
    int (*c_routine)(void *);
    void *argument;
    uint32_t number;
};

/* The thread is recorded from now on, on a stack that others may have had before. */
static void come_to_life(uint32_t number) {
    name_thread(AT(pthread_self()), number);
    rr_begin(number);
    pthread_attr_t attributes;
    void *stack;
    size_t size;
    if (self && enter()) {
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &stack, &size);
            pthread_attr_destroy(&attributes);
            leave();
            rr_sized(FRESH, AT(stack), size, 0);
        } else leave();
        pthread_setspecific(last_destructor, self);
    }
}

static void *born(void *given) {
    struct birth birth = *(struct birth *)given;
    __libc_free(given);
    come_to_life(birth.number);
    return birth.routine(birth.argument);
}

static int c_born(void *given) {
    struct birth birth = *(struct birth *)given;
    __libc_free(given);
    come_to_life(birth.number);
    return birth.c_routine(birth.argument);
}

static struct birth *birth(void *argument, uint64_t place) {
    struct birth *made = __libc_malloc(sizeof *made);
    if (!made) return NULL;
    made->argument = argument;
    made->number = rr_new_thread();
    rr_sync(FORK, made->number, place);
    return made;
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    REAL(pthread_create);
    if (!self) return real(handle, attributes, routine, argument);
    struct birth *made = birth(argument, CALLER);
    if (!made) return EAGAIN;
    made->routine = routine;
    uint32_t number = made->number;
    int result = real(handle, attributes, born, made);
    if (result == 0) name_thread(AT(*handle), number);
    else __libc_free(made);
    return result;
}

int thrd_create(thrd_t *handle, thrd_start_t routine, void *argument) {
    REAL(thrd_create);
    if (!self) return real(handle, routine, argument);
    struct birth *made = birth(argument, CALLER);
    if (!made) return thrd_nomem;
    made->c_routine = routine;
    uint32_t number = made->number;
    int result = real(handle, c_born, made);
    if (result == thrd_success) name_thread(AT(*handle), number);
    else __libc_free(made);
    return result;
}

static void joined(uint32_t number, uint64_t place) {
    if (number) rr_sync(JOIN, number - 1, place);
}

#define JOINS(name, parameters, arguments, handle)                            \
    int name parameters {                                                     \
        REAL(name);                                                           \
        uint32_t number = self ? named(AT(handle)) : 0;                       \
        int result = real arguments;                                          \
        if (result == 0) joined(number, CALLER);                              \
        return result;                                                        \
    }

JOINS(pthread_join, (pthread_t t, void **value), (t, value), t)
JOINS(pthread_tryjoin_np, (pthread_t t, void **value), (t, value), t)
JOINS(pthread_timedjoin_np, (pthread_t t, void **value, const struct timespec *until), (t, value, until), t)
JOINS(pthread_clockjoin_np, (pthread_t t, void **value, clockid_t c, const struct timespec *until), (t, value, c, until), t)
JOINS(thrd_join, (thrd_t t, int *value), (t, value), t)

/* What is done after it worked, and what before it is tried. */
#define AFTER(name, parameters, arguments, tag, object)                       \
    int name parameters {                                                     \
        REAL(name);                                                           \
        int result = real arguments;                                          \
        if (result == 0) rr_sync(tag, AT(object), CALLER);                    \
        return result;                                                        \
    }
#define BEFORE(name, parameters, arguments, tag, object)                      \
    int name parameters {                                                     \
        REAL(name);                                                           \
        rr_sync(tag, AT(object), CALLER);                                     \
        return real arguments;                                                \
    }

typedef const struct timespec *instant;

/* A mutex whose owner has died is held, too. */
#define LOCKS(name, parameters, arguments)                                    \
    int name parameters {                                                     \
        REAL(name);                                                           \
        int result = real arguments;                                          \
        if (result == 0 || result == EOWNERDEAD) rr_sync(ACQUIRE, AT(m), CALLER); \
        return result;                                                        \
    }
LOCKS(pthread_mutex_lock, (pthread_mutex_t *m), (m))
LOCKS(pthread_mutex_trylock, (pthread_mutex_t *m), (m))
LOCKS(pthread_mutex_timedlock, (pthread_mutex_t *m, instant until), (m, until))
LOCKS(pthread_mutex_clocklock, (pthread_mutex_t *m, clockid_t c, instant until), (m, c, until))
BEFORE(pthread_mutex_unlock, (pthread_mutex_t *m), (m), RELEASE, m)
AFTER(mtx_lock, (mtx_t *m), (m), ACQUIRE, m)
AFTER(mtx_trylock, (mtx_t *m), (m), ACQUIRE, m)
AFTER(mtx_timedlock, (mtx_t *m, instant until), (m, until), ACQUIRE, m)
BEFORE(mtx_unlock, (mtx_t *m), (m), RELEASE, m)
AFTER(pthread_spin_lock, (pthread_spinlock_t *m), (m), ACQUIRE, m)
AFTER(pthread_spin_trylock, (pthread_spinlock_t *m), (m), ACQUIRE, m)
BEFORE(pthread_spin_unlock, (pthread_spinlock_t *m), (m), RELEASE, m)

/* Whoever waits gives the mutex away and gets it back, and comes after the signals that were sent. */
#define WAITS(name, parameters, arguments)                                    \
    int name parameters {                                                     \
        REAL(name);                                                           \
        rr_sync(RELEASE, AT(m), CALLER);                                      \
        int result = real arguments;                                          \
        rr_sync(ACQUIRE, AT(m), CALLER);                                      \
        if (result == 0) rr_sync(RECEIVE, AT(c), CALLER);                     \
        return result;                                                        \
    }
WAITS(pthread_cond_wait, (pthread_cond_t *c, pthread_mutex_t *m), (c, m))
WAITS(pthread_cond_timedwait, (pthread_cond_t *c, pthread_mutex_t *m, instant until), (c, m, until))
WAITS(pthread_cond_clockwait, (pthread_cond_t *c, pthread_mutex_t *m, clockid_t k, instant until), (c, m, k, until))
WAITS(cnd_wait, (cnd_t *c, mtx_t *m), (c, m))
WAITS(cnd_timedwait, (cnd_t *c, mtx_t *m, instant until), (c, m, until))
BEFORE(pthread_cond_signal, (pthread_cond_t *c), (c), SEND, c)
BEFORE(pthread_cond_broadcast, (pthread_cond_t *c), (c), SEND, c)
BEFORE(cnd_signal, (cnd_t *c), (c), SEND, c)
BEFORE(cnd_broadcast, (cnd_t *c), (c), SEND, c)

/* Readers come after writers, writers after both. Who holds it for writing is noted beside the lock. */
#define WRITERS 4096
static uint64_t writers[WRITERS];

static uint64_t *writer(void *lock) { return &writers[(AT(lock) >> 4 ^ AT(lock) >> 16) % WRITERS]; }

#define READS(name, parameters, arguments) AFTER(name, parameters, arguments, RECEIVE, l)
#define WRITES_LOCK(name, parameters, arguments)                              \
    int name parameters {                                                     \
        REAL(name);                                                           \
        int result = real arguments;                                          \
        if (result == 0) {                                                    \
            rr_sync(RECEIVE, AT(l), CALLER);                                  \
            rr_sync(RECEIVE_READERS, AT(l), CALLER);                          \
            __atomic_store_n(writer(l), AT(l), __ATOMIC_RELAXED);             \
        }                                                                     \
        return result;                                                        \
    }
READS(pthread_rwlock_rdlock, (pthread_rwlock_t *l), (l))
READS(pthread_rwlock_tryrdlock, (pthread_rwlock_t *l), (l))
READS(pthread_rwlock_timedrdlock, (pthread_rwlock_t *l, instant until), (l, until))
READS(pthread_rwlock_clockrdlock, (pthread_rwlock_t *l, clockid_t c, instant until), (l, c, until))
WRITES_LOCK(pthread_rwlock_wrlock, (pthread_rwlock_t *l), (l))
WRITES_LOCK(pthread_rwlock_trywrlock, (pthread_rwlock_t *l), (l))
WRITES_LOCK(pthread_rwlock_timedwrlock, (pthread_rwlock_t *l, instant until), (l, until))
WRITES_LOCK(pthread_rwlock_clockwrlock, (pthread_rwlock_t *l, clockid_t c, instant until), (l, c, until))

int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    REAL(pthread_rwlock_unlock);
    /* Two locks may share a note: then a writer is taken for a reader, and sends to both. */
    if (__atomic_load_n(writer(l), __ATOMIC_RELAXED) == AT(l)) {
        __atomic_store_n(writer(l), 0, __ATOMIC_RELAXED);
        rr_sync(SEND, AT(l), CALLER);
    } else {
        rr_sync(SEND_READERS, AT(l), CALLER);
    }
    return real(l);
}

AFTER(sem_wait, (sem_t *s), (s), RECEIVE, s)
AFTER(sem_trywait, (sem_t *s), (s), RECEIVE, s)
AFTER(sem_timedwait, (sem_t *s, instant until), (s, until), RECEIVE, s)
AFTER(sem_clockwait, (sem_t *s, clockid_t c, instant until), (s, c, until), RECEIVE, s)
BEFORE(sem_post, (sem_t *s), (s), SEND, s)

int pthread_barrier_wait(pthread_barrier_t *b) {
    REAL(pthread_barrier_wait);
    rr_sync(SEND, AT(b), CALLER);
    int result = real(b);
    if (result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD) rr_sync(RECEIVE, AT(b), CALLER);
    return result;
}

/* What is done once comes before all that follows the calls. */
static __thread void (*once_routine)(void);
static __thread void *once_control;

static void at_once(void) {
    void *control = once_control;
    once_routine();
    rr_sync(SEND, AT(control), CALLER);
}

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    REAL(pthread_once);
    void (*outer)(void) = once_routine;
    void *outer_control = once_control;
    once_routine = routine;
    once_control = control;
    int result = real(control, at_once);
    once_routine = outer;
    once_control = outer_control;
    rr_sync(RECEIVE, AT(control), CALLER);
    return result;
}

void call_once(once_flag *control, void (*routine)(void)) {
    REAL(call_once);
    void (*outer)(void) = once_routine;
    void *outer_control = once_control;
    once_routine = routine;
    once_control = control;
    real(control, at_once);
    once_routine = outer;
    once_control = outer_control;
    rr_sync(RECEIVE, AT(control), CALLER);
}

/* Initialisation of static variables in C++; compiled code looks at the guard itself first, atomically. */
int __cxa_guard_acquire(uint64_t *guard) {
    static int (*real)(uint64_t *);
    if (!real) real = (int (*)(uint64_t *))next("__cxa_guard_acquire");
    int result = real(guard);
    rr_sized(ATOMIC_LOAD, AT(guard), 1, CALLER);
    return result;
}

void __cxa_guard_release(uint64_t *guard) {
    static void (*real)(uint64_t *);
    if (!real) real = (void (*)(uint64_t *))next("__cxa_guard_release");
    rr_sized(ATOMIC_STORE, AT(guard), 1, CALLER);
    real(guard);
}
