// Only one thread asks which of the two the barrier names, and it may be either.
#include <pthread.h>
static pthread_barrier_t barrier;
static int cell, other;
static void *ask(void *unused) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        cell = 1; //~ RACE
    return unused;
}
static void *pass(void *unused) {
    pthread_barrier_wait(&barrier);
    cell = 2; //~ RACE
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, ask, 0);
    pthread_create(&two, 0, pass, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return cell + other;
}
