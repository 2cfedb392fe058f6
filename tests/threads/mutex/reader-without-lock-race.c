// Race: the reader thinks that one look needs no lock.
#include <pthread.h>
#include <stddef.h>

int balance = 10, low;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *withdraw(void *arg) {
    pthread_mutex_lock(&m);
    if (balance >= 5) balance -= 5; //~ RACE
    pthread_mutex_unlock(&m);
    return NULL;
}

void *watch(void *arg) {
    int now = balance; //~ RACE
    low = now < 6;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, watch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return low;
}
