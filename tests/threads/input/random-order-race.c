// Which thread draws which number is up to the schedule, and so is what a seed means.
#include <pthread.h>
#include <stdlib.h>
static int cell, first;
static void *draw(void *unused) {
    cell = 1; //~ RACE
    rand();
    return unused;
}
static void *compare(void *unused) {
    if (rand() == first)
        cell = 2; //~ RACE
    return unused;
}
int main(void) {
    pthread_t one, two;
    srand(1);
    first = rand();
    srand(1);
    pthread_create(&one, 0, draw, 0);
    pthread_create(&two, 0, compare, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
