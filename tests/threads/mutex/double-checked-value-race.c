// Race: the relaxed flag publishes nothing, so the value is read without an order.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int initialised;
int value, seen[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!atomic_load_explicit(&initialised, memory_order_relaxed)) {
        pthread_mutex_lock(&m);
        if (!atomic_load_explicit(&initialised, memory_order_relaxed)) {
            value = 42; //~ RACE
            atomic_store_explicit(&initialised, 1, memory_order_release);
        }
        pthread_mutex_unlock(&m);
    }
    return value; //~ RACE
}

void *user(void *arg) {
    *(int *)arg = get();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, &seen[0]);
    pthread_create(&b, NULL, user, &seen[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen[0] + seen[1];
}
