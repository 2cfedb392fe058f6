// A mutex that is made while others use it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock;
static int cell;
static void *add(void *unused) {
    pthread_mutex_lock(&lock), cell++, pthread_mutex_unlock(&lock); //~ RACE
    return unused;
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
    }
    pthread_mutex_init(&lock, 0); //~ RACE
    return 0;
}
