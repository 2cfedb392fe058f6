// No race: the detached thread and main use one lock.
#include <stddef.h>
#include <threads.h>

int x;
mtx_t m;

int background(void *arg) {
    mtx_lock(&m);
    x = 1;
    mtx_unlock(&m);
    thrd_exit(0);
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, background, NULL);
    thrd_detach(t);
    mtx_lock(&m);
    x = 2;
    mtx_unlock(&m);
    thrd_exit(0);
}
