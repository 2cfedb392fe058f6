// Race: the destructors of both threads clear one flag.
#include <stddef.h>
#include <threads.h>

int flags[2] = {1, 1};
tss_t key;

static void clear(void *value) {
    int *flag = value;
    *flag = 0; //~ RACE
}

int worker(void *arg) {
    tss_set(key, arg);
    return tss_get(key) == NULL;
}

int main(void) {
    thrd_t a, b;
    tss_create(&key, clear);
    thrd_create(&a, worker, &flags[0]);
    thrd_create(&b, worker, &flags[0]);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    tss_delete(key);
    return flags[0];
}
