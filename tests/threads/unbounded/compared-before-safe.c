// The comparison was made before its operand changed.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cell;
static void *add(void *unused) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int less = a < b;
    b = 1;
    if (less && a == 3) {
        pthread_mutex_lock(&lock);
        cell++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, add, 0);
        pthread_detach(thread);
    }
}
