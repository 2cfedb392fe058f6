// No race: a destructor that sets its value again is called four times, and the fifth call would write.
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
int shared;

void destroy(void *value) {
    int *round = value;
    if (++*round == 5) shared = 1;
    pthread_setspecific(key, value);
}

void *work(void *arg) {
    pthread_setspecific(key, arg);
    return NULL;
}

int main(void) {
    static int round;
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, work, &round);
    int seen = shared;
    pthread_join(t, NULL);
    return seen;
}
