// Race: both threads work on one local variable of main.
#include <pthread.h>
#include <stddef.h>

void *worker(void *arg) {
    ++*(int *)arg; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int x = 0, y = 0;
    pthread_create(&a, NULL, worker, &x);
    pthread_create(&b, NULL, worker, &x);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x + y;
}
