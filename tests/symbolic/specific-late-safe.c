// The key is made by whoever comes first. A thread writes through its value, which is the address of a global of its own.
#include <pthread.h>

pthread_key_t key;
pthread_once_t once = PTHREAD_ONCE_INIT;
int a, b;

void make(void) { pthread_key_create(&key, 0); }

void *worker(void *argument) {
    pthread_once(&once, make);
    pthread_setspecific(key, &a);
    int *mine = pthread_getspecific(key);
    *mine = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_once(&once, make);
    pthread_setspecific(key, &b);
    int *mine = pthread_getspecific(key);
    *mine = 2;
    pthread_join(thread, 0);
    return pthread_getspecific(key) != 0;
}
