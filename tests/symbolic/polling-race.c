// A thread waits for its turn in a loop that has no bound; the other goes on with what it has given away.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int turn, shared;

static void *first(void *arg)
{
    int input = __VERIFIER_nondet_int();
    shared = input;
    __VERIFIER_atomic_begin();
    turn = input == 77 ? 1 : 2;
    __VERIFIER_atomic_end();
    if (input == 77)
        shared = 3; //~ RACE
    return arg;
}

static void *second(void *arg)
{
    int now;
    do {
        __VERIFIER_atomic_begin();
        now = turn;
        __VERIFIER_atomic_end();
    } while (now == 0);
    if (now == 1)
        shared = 2; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
