// Every thread is given the number of its cell and writes to half of it.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int results[1000];

static void *worker(void *argument)
{
    long i = (long)argument;
    results[i / 2] = 1; //~ RACE
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, (void *)(long)i);
    }
    pthread_exit(0);
}
