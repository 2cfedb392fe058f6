// Race: the creator of the block changes it after it has handed it to the other thread.
#include <pthread.h>
#include <stdlib.h>

struct job { int input, output; };

void *worker(void *arg) {
    struct job *j = arg;
    j->output = j->input * 2; //~ RACE
    return j;
}

int main(void) {
    pthread_t t;
    void *back;
    struct job *j = malloc(sizeof *j);
    j->input = 1;
    pthread_create(&t, NULL, worker, j);
    j->input = 2; //~ RACE
    pthread_join(t, &back);
    int r = ((struct job *)back)->output;
    free(back);
    return r;
}
