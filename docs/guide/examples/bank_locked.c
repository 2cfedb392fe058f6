// Transfers between accounts, each with its lock.
#include <pthread.h>
#include <stdio.h>

#define ACCOUNTS 3

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[ACCOUNTS];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int transfers; /* under log_lock */

static void deposit(int number, int amount)
{
    pthread_mutex_lock(&accounts[number].lock);
    accounts[number].balance += amount;
    pthread_mutex_unlock(&accounts[number].lock);
}

static void note(void)
{
    pthread_mutex_lock(&log_lock);
    transfers++;
    pthread_mutex_unlock(&log_lock);
}

static void *teller(void *arg)
{
    note();
    deposit(1, 100);
    deposit(2, -100);
    return arg;
}

static void *auditor(void *arg)
{
    note();
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_lock(&accounts[i].lock);
        sum += accounts[i].balance;
        pthread_mutex_unlock(&accounts[i].lock);
    }
    printf("%d\n", sum);
    return arg;
}

int main(void)
{
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
    }
    pthread_t first, second;
    pthread_create(&first, NULL, teller, NULL);
    pthread_create(&second, NULL, auditor, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("%d transfers\n", transfers);
    return 0;
}
