// No race: the object is changed, and the pointer only read.
#include <pthread.h>
#include <stddef.h>

int x = 1, y = 2, spare;
int *p = &x;

void *changer(void *arg) {
    spare = *p + y;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, changer, NULL);
    int r = *p;
    pthread_join(t, NULL);
    return r + spare;
}
