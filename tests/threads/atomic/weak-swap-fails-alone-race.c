// A weak swap may fail though nobody interferes.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int own;
static int cell, other;
static void *swap(void *unused) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&own, &expected, 1))
        cell = 1; //~ RACE
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, swap, 0);
    cell = 2; //~ RACE
    pthread_join(thread, 0);
    return cell + other;
}
