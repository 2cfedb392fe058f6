// merged-calls: threads are many
#include "../threads.h"

static atomic_int a[8];
THREAD(use, PICK((*(int *)given)++, (*(atomic_int *)given)++);)
static void go(void *given) { pthread_t t; pthread_create(&t, 0, use, given); }
MAIN(go(&a[0]); go(&a[1]); go(&a[2]); go(&a[3]); go(&a[4]); go(&a[5]); go(&a[6]); go(&a[7]); go(&x); go(&x);)
