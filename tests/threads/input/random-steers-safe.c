// A random number decides whether the second thread writes.
#include <pthread.h>
#include <stdlib.h>
static int cell;
static void *first(void *unused) {
    cell = 1;
    return unused;
}
static void *second(void *unused) {
    if (rand() % 3 == 3)
        cell = 2;
    return unused;
}
int main(void) {
    pthread_t one, two;
    srand(1);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
