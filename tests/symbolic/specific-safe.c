// Each thread sets its value of a key; the destructor adds it to a total under a lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

pthread_key_t key, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

void collect(void *value) {
    int *own = value;
    pthread_mutex_lock(&lock);
    total += *own;
    pthread_mutex_unlock(&lock);
    free(own);
}

void *worker(void *argument) {
    if (pthread_getspecific(key))
        total = 7;
    int *own = malloc(sizeof *own);
    *own = __VERIFIER_nondet_int() & 255;
    pthread_setspecific(key, own);
    pthread_setspecific(other, &total);
    int *same = pthread_getspecific(key);
    *same += 1;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_key_create(&key, collect);
    pthread_key_create(&other, 0);
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return total;
}
