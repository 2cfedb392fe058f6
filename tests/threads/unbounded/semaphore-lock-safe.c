// A semaphore that lets one past at a time is a lock.
#include <pthread.h>
#include <semaphore.h>
static sem_t gate;
static int cell;
static void *add(void *unused) {
    sem_wait(&gate);
    cell++;
    sem_post(&gate);
    return unused;
}
int main(void) {
    sem_init(&gate, 0, 1);
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
}
