// No race: main joins the writer before it reads.
#include <pthread.h>
#include <stddef.h>

int a, b;

void *set(void *arg) {
    int *p = arg;
    *p = 1;
    return NULL;
}

int main(void) {
    pthread_t ta, tb;
    pthread_create(&ta, NULL, set, &a);
    pthread_create(&tb, NULL, set, &b);
    pthread_join(ta, NULL);
    int r = a;
    pthread_join(tb, NULL);
    return r;
}
