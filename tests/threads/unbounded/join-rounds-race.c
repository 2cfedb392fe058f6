// Workers with structures of their own, whose results are used before they are joined.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct worker {
    int number;
    pthread_t thread;
    long sum;
};

static void *work(void *argument)
{
    struct worker *self = argument;
    for (int i = 0; i < self->number; i++)
        self->sum += i; //~ RACE
    return 0;
}

static void start(struct worker *worker, int number)
{
    worker->number = number;
    worker->sum = 0;
    if (pthread_create(&worker->thread, 0, work, worker))
        exit(1);
}

static long run(int count)
{
    struct worker workers[16];
    long total = 0;
    for (int i = 0; i < count; i++)
        start(&workers[i], i);
    for (int i = 0; i < count; i++) {
        total += workers[i].sum; //~ RACE
        pthread_join(workers[i].thread, 0);
    }
    return total;
}

int main(void)
{
    int rounds = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    if (n > 16)
        n = 16;
    long total = 0;
    for (int i = 0; i < rounds; i++)
        total += run(n);
    return total != 0;
}
