// Threads that run the same loop over one array are not rounds of one loop.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int cells[4];
static void *fill(void *unused) {
    for (int i = 0; i < 4; i++) {
        cells[i]++; //~ RACE
    }
    return unused;
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, fill, 0);
    }
    return 0;
}
