// In one thread atomics are ordinary objects with checked operations.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic long wide;
static atomic_flag flag = ATOMIC_FLAG_INIT;
struct pair { int a, b; };
static _Atomic struct pair both;

int main(void) {
    int old = atomic_fetch_add(&counter, 3);
    printf("%d %d\n", old, atomic_load(&counter));
    counter++;
    counter += 10;
    printf("%d\n", counter);
    old = atomic_exchange_explicit(&counter, 100, memory_order_acq_rel);
    int expected = 99;
    _Bool done = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d %d\n", old, done, expected);
    done = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d\n", done, (int)counter);
    atomic_store_explicit(&wide, -7, memory_order_release);
    printf("%ld\n", atomic_fetch_and(&wide, 0xff));
    printf("%ld\n", atomic_fetch_or(&wide, 0x100));
    printf("%ld\n", atomic_fetch_xor(&wide, 1));
    printf("%ld\n", atomic_fetch_sub(&wide, 0xf8));
    printf("%ld\n", (long)wide);
    printf("%d\n", atomic_flag_test_and_set(&flag));
    printf("%d\n", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    both = (struct pair){1, 2};
    struct pair p = both;
    printf("%d %d %zu\n", p.a, p.b, sizeof both);
    int v[3] = {1, 2, 3};
    int *_Atomic at = v;
    at++;
    at += 1;
    int *before = atomic_exchange(&at, &v[1]);
    printf("%td %d\n", before - v, *at);
    atomic_thread_fence(memory_order_seq_cst);
    unsigned plain = 6;
    __atomic_fetch_nand(&plain, 2, __ATOMIC_SEQ_CST);
    __sync_fetch_and_add(&plain, 4);
    printf("%u %d\n", plain, __sync_bool_compare_and_swap(&v[0], 1, 9));
    return *at + v[0];
}
