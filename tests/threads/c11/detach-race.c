// Race: a detached thread is ordered with nobody.
#include <stddef.h>
#include <threads.h>

int x;
mtx_t m;

int background(void *arg) {
    mtx_lock(&m);
    x = 1; //~ RACE
    mtx_unlock(&m);
    thrd_exit(0);
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, background, NULL);
    thrd_detach(t);
    x = 2; //~ RACE
    thrd_exit(0);
}
