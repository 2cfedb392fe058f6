// Each slice begins with the last cell of the one before.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
struct slice {
    int low, high;
};
static int cells[1000];
static void *work(void *given) {
    struct slice *mine = given;
    for (int i = mine->low; i < mine->high; i++)
        cells[i]++; //~ RACE
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
        slices[i].low = i > 0 ? i * size - 1 : 0;
        slices[i].high = (i + 1) * size;
        pthread_create(&threads[i], 0, work, &slices[i]);
    }
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return cells[0];
}
