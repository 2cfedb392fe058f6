// No race: only thrd_success leads to the write.
#include <stddef.h>
#include <threads.h>

int x;
mtx_t m;

int worker(void *arg) {
    mtx_lock(&m);
    x = 1;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, worker, NULL);
    int r = mtx_trylock(&m);
    if (r == thrd_success) x = 2;
    if (r == thrd_success) mtx_unlock(&m);
    thrd_join(t, NULL);
    return 0;
}
