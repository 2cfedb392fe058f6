// Both threads draw from the generator that the library keeps for drand48 and does not protect.
#include <pthread.h>
#include <stdlib.h>

void *draw(void *arg) {
    double *to = arg;
    *to = drand48(); //~ RACE
    return NULL;
}

int main(void) {
    double results[2];
    pthread_t t;
    pthread_create(&t, NULL, draw, &results[0]);
    draw(&results[1]);
    pthread_join(t, NULL);
    return 0;
}
