// Race: every thread reads the loop variable of its creator, which counts on.
#include <pthread.h>
#include <stddef.h>

int ids[2];

void *worker(void *arg) {
    int id = *(int *)arg; //~ RACE
    return id ? arg : NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) { //~ RACE
        ids[i] = i;
        pthread_create(&t[i], NULL, worker, &i);
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
