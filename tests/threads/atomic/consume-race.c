// Race: the relaxed load of the pointer orders nothing (address dependencies do not count here).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct message { int body; };
struct message message;
struct message *_Atomic pointer;

void *producer(void *arg) {
    message.body = 1; //~ RACE
    atomic_store_explicit(&pointer, &message, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    struct message *p = atomic_load_explicit(&pointer, memory_order_relaxed);
    if (p) r = p->body; //~ RACE
    pthread_join(t, NULL);
    return r;
}
