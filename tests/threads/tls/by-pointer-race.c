// Race: main lends its thread-local object and reads it before the borrower is done.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine;

void *borrower(void *arg) {
    mine = 1;
    *(int *)arg = 2; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, borrower, &mine);
    int r = mine; //~ RACE
    pthread_join(t, NULL);
    return r;
}
