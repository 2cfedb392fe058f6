// A copy that leaves alone what the other thread writes.
#include <pthread.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int from[4], to[4];
unsigned at;

static void *writer(void *argument)
{
    from[at] = 5;
    return 0;
}

int main(void)
{
    pthread_t thread;
    at = __VERIFIER_nondet_uint() % 2 + 2;
    pthread_create(&thread, 0, writer, 0);
    memcpy(to, from, 2 * sizeof(int));
    pthread_join(thread, 0);
    return to[0];
}
