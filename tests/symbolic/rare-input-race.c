// One of 2^32 values of the input lets both threads write.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int shared;
int key;

static void *writer(void *argument)
{
    if (key * 7 + 3 == 1234567)
        shared = 1; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t thread;
    key = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, writer, 0);
    shared = 2; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
