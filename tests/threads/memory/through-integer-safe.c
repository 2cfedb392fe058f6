// No race: the integer is moved on to the next object of the array.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int cells[2];

void *worker(void *arg) {
    *(int *)(uintptr_t)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    uintptr_t u = (uintptr_t)&cells[0];
    u += sizeof(int);
    pthread_create(&t, NULL, worker, (void *)u);
    cells[0] = 2;
    pthread_join(t, NULL);
    return cells[1];
}
