// No race: the variable is automatic, although its address is taken.
#include <pthread.h>
#include <stddef.h>

static void set(int *p) {
    *p = 3;
}

void *worker(void *arg) {
    int local;
    set(&local);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
