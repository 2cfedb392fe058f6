// No race: every access holds the lock.
#include <stddef.h>
#include <threads.h>

int counter;
mtx_t m;

int worker(void *arg) {
    mtx_lock(&m);
    counter++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, worker, NULL);
    mtx_lock(&m);
    int seen = counter;
    mtx_unlock(&m);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    return seen;
}
