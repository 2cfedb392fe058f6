// No race: the copy ends before the cell that the other thread writes.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

int from[3] = {1, 2, 3}, to[3];

void *writer(void *arg) {
    from[2] = 4;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    memcpy(to, from, 2 * sizeof(int));
    pthread_join(t, NULL);
    return to[1];
}
