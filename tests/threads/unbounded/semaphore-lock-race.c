// The semaphore lets two past.
#include <pthread.h>
#include <semaphore.h>
static sem_t gate;
static int cell;
static void *add(void *unused) {
    sem_wait(&gate);
    cell++; //~ RACE
    sem_post(&gate);
    return unused;
}
int main(void) {
    sem_init(&gate, 0, 2);
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
}
