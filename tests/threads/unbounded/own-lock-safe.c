// Each account has a lock of its own.
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} accounts[100];

static void *clerk(void *given)
{
    unsigned seed = (unsigned)(long)given;
    for (int i = 0; i < 1000; i++) {
        struct account *account = &accounts[rand_r(&seed) % 100];
        pthread_mutex_lock(&account->lock);
        account->balance++;
        pthread_mutex_unlock(&account->lock);
    }
    return 0;
}

int main(void)
{
    pthread_t clerks[8];
    for (int i = 0; i < 100; i++)
        pthread_mutex_init(&accounts[i].lock, 0);
    for (long i = 0; i < 8; i++)
        pthread_create(&clerks[i], 0, clerk, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(clerks[i], 0);
    return accounts[0].balance > 100;
}
