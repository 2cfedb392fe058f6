// No race: the payload is atomic too.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int sequence;
atomic_int payload;

void *writer(void *arg) {
    atomic_fetch_add(&sequence, 1);
    payload = 7;
    atomic_fetch_add(&sequence, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    int before, value, after;
    pthread_create(&t, NULL, writer, NULL);
    before = atomic_load(&sequence);
    value = payload;
    after = atomic_load(&sequence);
    pthread_join(t, NULL);
    return before == after && before % 2 == 0 ? value : 0;
}
