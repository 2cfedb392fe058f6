// Two indices computed from inputs, one odd and one even.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int table[8];
unsigned mine, yours;

static void *writer(void *argument)
{
    table[(mine * 2 + 1) % 8]++;
    return 0;
}

int main(void)
{
    pthread_t thread;
    mine = __VERIFIER_nondet_uint();
    yours = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, writer, 0);
    table[(yours * 2) % 8] = 1;
    pthread_join(thread, 0);
    return 0;
}
