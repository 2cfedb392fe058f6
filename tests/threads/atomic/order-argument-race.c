// The memory order is an argument of a function: one call orders nothing.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;
static int look(memory_order order) {
    return atomic_load_explicit(&flag, order);
}
static void *set(void *unused) {
    data = 1; //~ RACE
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    if (look(memory_order_relaxed))
        data = 2; //~ RACE
    pthread_join(thread, 0);
    return look(memory_order_acquire) - 1;
}
