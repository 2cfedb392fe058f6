// No race: the library has a lock for the generator of random.
#include <pthread.h>
#include <stdlib.h>

void *draw(void *arg) {
    double *to = arg;
    *to = random();
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
