// No input, divided and rounded, is the number that is compared with.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int shared;

static void *chooser(void *argument)
{
    int input = __VERIFIER_nondet_int();
    double quarter = input / 4.0;
    float third = (float)quarter / 3.0f;
    if (input > 0 && input < 1000 && third == 7.3f)
        shared = 1;
    return 0;
}

static void *writer(void *argument)
{
    shared = 2;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
