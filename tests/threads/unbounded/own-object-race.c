// Every thread is given an object that was made for it, or for all of them.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *worker(void *argument)
{
    int *mine = argument;
    *mine = *mine + 1; //~ RACE
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *made = calloc(1, sizeof(int));
    while (n-- > 0) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, made);
    }
    pthread_exit(0);
}
