// Race: both threads format into one static buffer.
#include <pthread.h>
#include <stdio.h>

char buffers[2][8];
int ids[2] = {0, 1};

void *worker(void *arg) {
    int id = *(int *)arg;
    char *out = buffers[0];
    snprintf(out, 8, "n%d", id); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return buffers[0][0];
}
