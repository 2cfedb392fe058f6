// Race: the join is skipped when the input says so.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;

void *writer(void *arg) {
    x = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 2);
    pthread_create(&t, NULL, writer, NULL);
    if (n != 2) pthread_join(t, NULL);
    x = 2; //~ RACE
    return 0;
}
