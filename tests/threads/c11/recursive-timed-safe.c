// No race: the write is made only with the recursive lock.
#include <stddef.h>
#include <threads.h>
#include <time.h>

int x;
mtx_t m;

int worker(void *arg) {
    mtx_lock(&m);
    mtx_lock(&m);
    x = 1;
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec past = {0, 0};
    mtx_init(&m, mtx_timed | mtx_recursive);
    thrd_create(&t, worker, NULL);
    int r = mtx_timedlock(&m, &past);
    if (r == thrd_success) x = 2;
    if (r == thrd_success) mtx_unlock(&m);
    thrd_join(t, NULL);
    return 0;
}
