// Race: the pointer is changed while the other thread follows it.
#include <pthread.h>
#include <stddef.h>

int x = 1, y = 2, spare;
int *p = &x;

void *changer(void *arg) {
    p = &y; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, changer, NULL);
    int r = *p; //~ RACE
    pthread_join(t, NULL);
    return r + spare;
}
