// No race: main reads it after the join.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine;

void *borrower(void *arg) {
    mine = 1;
    *(int *)arg = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, borrower, &mine);
    pthread_join(t, NULL);
    int r = mine;
    return r;
}
