// The swap writes if it comes first and only reads if it comes after the store, so it is never next to the plain read.
#include <pthread.h>
static int cell;
static void *swap(void *unused) {
    int expected = 0;
    __atomic_compare_exchange_n(&cell, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, swap, 0);
    __atomic_store_n(&cell, 1, __ATOMIC_SEQ_CST);
    int seen = __atomic_load_n(&cell, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    return seen;
}
