// Each input has two values, so a search tries them all; together they have too many for it.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

unsigned word;
int data;

void *worker(void *argument) {
    if (word == 0x1badcab)
        data = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 26; i++)
        word = word << 1 | __VERIFIER_nondet_bool();
    pthread_create(&thread, 0, worker, 0);
    if (!(word & 1))
        data = 2;
    pthread_join(thread, 0);
    return 0;
}
