// Race: the reader of a sequence lock reads the payload plainly, which is a race even when it retries.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int sequence;
int payload;

void *writer(void *arg) {
    atomic_fetch_add(&sequence, 1);
    payload = 7; //~ RACE
    atomic_fetch_add(&sequence, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    int before, value, after;
    pthread_create(&t, NULL, writer, NULL);
    before = atomic_load(&sequence);
    value = payload; //~ RACE
    after = atomic_load(&sequence);
    pthread_join(t, NULL);
    return before == after && before % 2 == 0 ? value : 0;
}
