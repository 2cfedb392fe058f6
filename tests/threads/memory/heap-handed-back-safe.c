// No race: the creator changes the block before it hands it over.
#include <pthread.h>
#include <stdlib.h>

struct job { int input, output; };

void *worker(void *arg) {
    struct job *j = arg;
    j->output = j->input * 2;
    return j;
}

int main(void) {
    pthread_t t;
    void *back;
    struct job *j = malloc(sizeof *j);
    j->input = 1;
    j->input = 2;
    pthread_create(&t, NULL, worker, j);
    pthread_join(t, &back);
    int r = ((struct job *)back)->output;
    free(back);
    return r;
}
