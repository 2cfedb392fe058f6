// Each thread takes the first cell of the next slice as well.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int n, cells[1000];
static void *work(void *given) {
    long id = (long)given;
    int low = id * n / 8, high = (id + 1) * n / 8;
    for (int i = low; i <= high; i++)
        cells[i]++; //~ RACE
    return 0;
}
int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 999)
        return 0;
    pthread_t threads[8];
    for (long i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return cells[0];
}
