// A pointer that an input moves to before the array is less than its start: the write is never made.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int numbers[4], found;

static void *move(void *arg)
{
    int by = __VERIFIER_nondet_int();
    __VERIFIER_assume(by > 0 && by < 1000);
    int *p = numbers - by;
    if (p >= numbers)
        found = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, move, 0);
    found = 2;
    pthread_join(thread, 0);
    return 0;
}
