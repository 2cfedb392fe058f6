// A swap that fails in relaxed order sees what another thread did and is not ordered after it.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;
static void *set(void *unused) {
    data = 1; //~ RACE
    atomic_store(&flag, 1);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_seq_cst, memory_order_relaxed))
        data = 2; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
