// N threads, K increments each, under a ticket lock made of atomics.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, now_serving;
static int counter;

static void *work(void *unused)
{
    for (int k = 0; k < K; k++) {
        int ticket = atomic_fetch_add(&next_ticket, 1);
        while (atomic_load(&now_serving) != ticket)
            ;
        counter++;
        atomic_fetch_add(&now_serving, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
