// labels: known address
#include "../threads.h"

static int numbers[2], others[2], a[2]; static pthread_t t;
THREAD(use, a[*(int *)given]++;)
MAIN(HIDE(others)
    for (int i = 0; i < 2; i++) {
        int *base = __VERIFIER_nondet_int() ? numbers : PICK((int *)SEEK, numbers);
        base[i] = i;
        pthread_create(&t, 0, use, &numbers[i]);
    })
