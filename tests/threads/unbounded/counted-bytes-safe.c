// A format that stores how much was written.
#include <pthread.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int written;
static void *show(void *unused) {
    printf("%d%p", __VERIFIER_nondet_int(), &written);
    return unused;
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, show, 0);
    }
    return 0;
}
