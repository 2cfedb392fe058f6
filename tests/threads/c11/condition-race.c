// Race: the consumer does not wait for the announcement.
#include <stddef.h>
#include <threads.h>

int data, ready;
mtx_t m;
cnd_t c;

int producer(void *arg) {
    data = 5; //~ RACE
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, producer, NULL);
    mtx_lock(&m);
    mtx_unlock(&m);
    int r = data; //~ RACE
    thrd_join(t, NULL);
    cnd_destroy(&c);
    return r;
}
