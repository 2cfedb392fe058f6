// The lock of the account that is paid into is held only if it has the lower number.
#include <pthread.h>
#include <stdlib.h>
#define ACCOUNTS 10
typedef struct {
    pthread_mutex_t lock;
    long in, out;
} account;
static account accounts[ACCOUNTS];
static void transfer(int from, int to, long amount) {
    if (from == to)
        return;
    int lo = from < to ? from : to, hi = from;
    pthread_mutex_lock(&accounts[lo].lock);
    if (hi != lo)
        pthread_mutex_lock(&accounts[hi].lock);
    if (accounts[from].out < 1000)
        accounts[from].out += amount;
    accounts[to].in += amount; //~ RACE
    if (hi != lo)
        pthread_mutex_unlock(&accounts[hi].lock);
    pthread_mutex_unlock(&accounts[lo].lock);
}
static void *work(void *unused) {
    for (int i = 0; i < 500; i++)
        transfer(rand() % ACCOUNTS, rand() % ACCOUNTS, rand() % 100);
    return unused;
}
int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&accounts[i].lock, 0);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return accounts[0].in > accounts[0].out;
}
