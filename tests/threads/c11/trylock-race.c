// Race: thrd_busy is ignored.
#include <stddef.h>
#include <threads.h>

int x;
mtx_t m;

int worker(void *arg) {
    mtx_lock(&m);
    x = 1; //~ RACE
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, worker, NULL);
    int r = mtx_trylock(&m);
    x = 2; //~ RACE
    if (r == thrd_success) mtx_unlock(&m);
    thrd_join(t, NULL);
    return 0;
}
