// The creator computes where the slice of each thread begins and ends.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
struct slice {
    int low, high;
};
static int cells[1000];
static void *work(void *given) {
    struct slice *mine = given;
    for (int i = mine->low; i < mine->high; i++)
        cells[i]++;
    return 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int size = n / 8;
    pthread_t threads[8];
    struct slice slices[8];
    for (int i = 0; i < 8; i++) {
        slices[i].low = i * size;
        slices[i].high = (i + 1) * size;
        pthread_create(&threads[i], 0, work, &slices[i]);
    }
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return cells[0];
}
