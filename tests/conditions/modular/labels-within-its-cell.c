// labels: within its cell
#include "../threads.h"

static PICK(short, int) args[70010]; static int out[70010];
THREAD(use, int *p = given; LOCK int n = *p; UNLOCK out[n] = 1;)
MAIN(pthread_t t; for (int i = 0; i < 70000; i++) { LOCK *(int *)&args[i] = i; UNLOCK pthread_create(&t, 0, use, &args[i]); })
