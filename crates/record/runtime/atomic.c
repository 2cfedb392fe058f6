/* Atomic operations. The operation and its moment are one: a lock that few addresses share keeps those of an
   address in the order in which they happened. */
#include "recorder.h"

#define LOCKS 1024
HIDDEN void rr_sized_entered(enum tag tag, uint64_t operand, uint64_t size, uint64_t place);

static struct {
    int held;
    char apart[60];
} locks[LOCKS] __attribute__((aligned(64)));

static int *lock_of(const volatile void *p) {
    uint64_t a = (uint64_t)p >> 3;
    return &locks[(a ^ a >> 10) & (LOCKS - 1)].held;
}

static int lock(const volatile void *p) {
    if (!enter()) return 0;
    int *held = lock_of(p);
    while (__atomic_exchange_n(held, 1, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(held, __ATOMIC_RELAXED)) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    return 1;
}

static void unlock(const volatile void *p, enum tag tag, uint64_t size, uint64_t place) {
    rr_sized_entered(tag, (uint64_t)p, size, place);
    __atomic_store_n(lock_of(p), 0, __ATOMIC_RELEASE);
    leave();
}

/* A thread that waits by looking again and again is recorded once, as long as nobody synchronises. */
static int is_repeated(const volatile void *p) {
    return self && self->load == (uint64_t)p && self->load_time == rr_now();
}

/* The same after another look. Who stored what was found had the lock then, and counts its moment before it gives
   it up. */
static int is_still_repeated(const volatile void *p) {
    return !__atomic_load_n(lock_of(p), __ATOMIC_ACQUIRE) && is_repeated(p);
}

static void remember(const volatile void *p) {
    if (!self) return;
    self->load = (uint64_t)p;
    self->load_time = self->time;
}

#define SC __ATOMIC_SEQ_CST
#define UPDATE(bits, type, name, operation)                                                               \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order) {                             \
        (void)order;                                                                                     \
        int is_recorded = lock(p);                                                                       \
        type old = operation(p, v, SC);                                                                  \
        if (is_recorded) unlock(p, ATOMIC_UPDATE, sizeof(type), CALLER);                                 \
        return old;                                                                                      \
    }

#define ATOMIC(bits, type)                                                                               \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                                 \
        (void)order;                                                                                     \
        if (is_repeated(p)) {                                                                            \
            type same = __atomic_load_n(p, SC);                                                          \
            if (is_still_repeated(p)) return same;                                                       \
        }                                                                                                \
        int is_recorded = lock(p);                                                                       \
        type v = __atomic_load_n(p, SC);                                                                 \
        if (is_recorded) {                                                                               \
            unlock(p, ATOMIC_LOAD, sizeof(type), CALLER);                                                \
            remember(p);                                                                                 \
        }                                                                                                \
        return v;                                                                                        \
    }                                                                                                    \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order) {                              \
        (void)order;                                                                                     \
        int is_recorded = lock(p);                                                                       \
        __atomic_store_n(p, v, SC);                                                                      \
        if (is_recorded) unlock(p, ATOMIC_STORE, sizeof(type), CALLER);                                  \
    }                                                                                                    \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                                    \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                                    \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                                    \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                                    \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                      \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                                    \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                                                  \
    static int exchange##bits(volatile type *p, type *expected, type v, uint64_t place) {                \
        int is_recorded = lock(p);                                                                       \
        int is_done = __atomic_compare_exchange_n(p, expected, v, 0, SC, SC);                            \
        if (is_recorded) unlock(p, is_done ? ATOMIC_UPDATE : ATOMIC_LOAD, sizeof(type), place);          \
        return is_done;                                                                                  \
    }                                                                                                    \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *e, type v, int o, int f) { \
        (void)o, (void)f;                                                                                \
        return exchange##bits(p, e, v, CALLER);                                                          \
    }                                                                                                    \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *e, type v, int o, int f) {   \
        (void)o, (void)f;                                                                                \
        return exchange##bits(p, e, v, CALLER);                                                          \
    }                                                                                                    \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type e, type v, int o, int f) {    \
        (void)o, (void)f;                                                                                \
        exchange##bits(p, &e, v, CALLER);                                                                \
        return e;                                                                                        \
    }

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

#if defined(__x86_64__) && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16)
/* Made of the one instruction that there is, so that no library is needed. */
typedef unsigned __int128 wide;
static wide wide_swap(volatile wide *p, wide expected, wide v) { return __sync_val_compare_and_swap(p, expected, v); }

#define WIDE(name, value)                                                                                \
    wide __tsan_atomic128_##name(volatile wide *p, wide v, int order) {                                  \
        (void)order;                                                                                     \
        int is_recorded = lock(p);                                                                       \
        wide old = *p, seen;                                                                             \
        while ((seen = wide_swap(p, old, (value))) != old) old = seen;                                   \
        if (is_recorded) unlock(p, ATOMIC_UPDATE, sizeof(wide), CALLER);                                 \
        return old;                                                                                      \
    }

WIDE(exchange, v)
WIDE(fetch_add, old + v)
WIDE(fetch_sub, old - v)
WIDE(fetch_and, old & v)
WIDE(fetch_or, old | v)
WIDE(fetch_xor, old ^ v)
WIDE(fetch_nand, ~(old & v))

wide __tsan_atomic128_load(const volatile wide *p, int order) {
    (void)order;
    int is_recorded = lock(p);
    wide v = wide_swap((volatile wide *)p, 0, 0);
    if (is_recorded) unlock(p, ATOMIC_LOAD, sizeof(wide), CALLER);
    return v;
}

void __tsan_atomic128_store(volatile wide *p, wide v, int order) { __tsan_atomic128_exchange(p, v, order); }

wide __tsan_atomic128_compare_exchange_val(volatile wide *p, wide e, wide v, int o, int f) {
    (void)o, (void)f;
    int is_recorded = lock(p);
    wide seen = wide_swap(p, e, v);
    if (is_recorded) unlock(p, seen == e ? ATOMIC_UPDATE : ATOMIC_LOAD, sizeof(wide), CALLER);
    return seen;
}

int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *e, wide v, int o, int f) {
    wide expected = *e;
    *e = __tsan_atomic128_compare_exchange_val(p, expected, v, o, f);
    return *e == expected;
}

int __tsan_atomic128_compare_exchange_weak(volatile wide *p, wide *e, wide v, int o, int f) {
    return __tsan_atomic128_compare_exchange_strong(p, e, v, o, f);
}
#endif

void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(SC);
}

void __tsan_atomic_signal_fence(int order) {
    (void)order;
    __atomic_signal_fence(SC);
}
