// No value of the input lets both threads write: the left side is odd, the right side is even.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int shared;
int key;

static void *writer(void *argument)
{
    if (key * 6 + 3 == 1234568)
        shared = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    key = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, writer, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
