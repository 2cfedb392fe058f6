// Race: main joins the thread that does not write what main reads next.
#include <pthread.h>
#include <stddef.h>

int a, b;

void *set(void *arg) {
    int *p = arg;
    *p = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t ta, tb;
    pthread_create(&ta, NULL, set, &a);
    pthread_create(&tb, NULL, set, &b);
    pthread_join(tb, NULL);
    int r = a; //~ RACE
    pthread_join(ta, NULL);
    return r;
}
