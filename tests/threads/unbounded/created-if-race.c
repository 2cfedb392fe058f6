// The first thread goes on beside the one that it created.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static int cell;
static void *add(void *unused) {
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        cell++; //~ RACE
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static int start(void) {
    if (__VERIFIER_nondet_int())
        return -1;
    pthread_create(&thread, 0, add, 0);
    return 0;
}
int main(void) {
    if (start() == 0)
        cell = 1; //~ RACE
    return 0;
}
