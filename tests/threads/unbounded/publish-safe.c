// A record is filled in before others can see it, and changed under the lock afterwards.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct record {
    int key;
    int hits;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *current;
static void *look(void *unused) {
    pthread_mutex_lock(&lock);
    if (current)
        current->hits++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    for (;;) {
        struct record *fresh = malloc(sizeof *fresh);
        if (!fresh)
            abort();
        fresh->key = __VERIFIER_nondet_int();
        fresh->hits = 0;
        pthread_mutex_lock(&lock);
        current = fresh;
        pthread_mutex_unlock(&lock);
        pthread_t thread;
        pthread_create(&thread, 0, look, 0);
        pthread_detach(thread);
    }
}
