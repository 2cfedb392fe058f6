// Two of many threads use cells of one lock's neighbour, in any of many rounds.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[4];
int cells[64];

static void *work(void *argument)
{
    for (int i = 0; i < 1000; i++) {
        unsigned k = __VERIFIER_nondet_uint() % 64;
        pthread_mutex_lock(&locks[k % 4]);
        cells[k / 2]++; //~ RACE
        pthread_mutex_unlock(&locks[k % 4]);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[8];
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return 0;
}
