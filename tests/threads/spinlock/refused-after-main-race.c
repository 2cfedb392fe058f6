// The main thread has ended, the other two have not: one of them may find the lock taken.
#include <pthread.h>
static pthread_spinlock_t lock;
static int count, refused;
static void *add(void *unused) {
    pthread_spin_lock(&lock);
    count++; //~ RACE
    pthread_spin_unlock(&lock);
    return unused;
}
static void *attempt(void *unused) {
    if (pthread_spin_trylock(&lock) == 0)
        pthread_spin_unlock(&lock);
    else
        count = 2; //~ RACE
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, attempt, 0);
    pthread_exit(0);
}
