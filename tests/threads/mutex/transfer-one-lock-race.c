// Race: the transfer locks the source account only, and touches both.
#include <pthread.h>
#include <stddef.h>

struct account { pthread_mutex_t lock; int balance; };
struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

void *transfer(void *arg) {
    struct account *from = &accounts[0], *to = &accounts[1];
    pthread_mutex_lock(&from->lock);
    from->balance -= 3;
    to->balance += 3; //~ RACE
    pthread_mutex_unlock(&from->lock);
    return NULL;
}

void *interest(void *arg) {
    struct account *a = &accounts[1];
    pthread_mutex_lock(&a->lock);
    a->balance *= 2; //~ RACE
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, transfer, NULL);
    pthread_create(&b, NULL, interest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return accounts[1].balance;
}
