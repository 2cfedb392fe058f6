// Race: the caller decides whether to lock, and one caller decides wrongly.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int yes = 1, no = 0;

void *worker(void *arg) {
    int lock = *(int *)arg;
    if (lock) pthread_mutex_lock(&m);
    x++; //~ RACE
    if (lock) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &yes);
    pthread_create(&b, NULL, worker, &no);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x + no;
}
