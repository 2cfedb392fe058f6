// It goes on where somebody else has the lock.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken;
static int cell;
static void *add(void *unused) {
    for (;;) {
        while (!atomic_exchange(&taken, 1))
            ;
        cell++; //~ RACE
        atomic_store(&taken, 0);
    }
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
}
