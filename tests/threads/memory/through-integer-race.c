// Race: the address goes through an integer and comes back to the same object.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int cells[2];

void *worker(void *arg) {
    *(int *)(uintptr_t)arg = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    uintptr_t u = (uintptr_t)&cells[0];
    pthread_create(&t, NULL, worker, (void *)u);
    cells[0] = 2; //~ RACE
    pthread_join(t, NULL);
    return cells[1];
}
