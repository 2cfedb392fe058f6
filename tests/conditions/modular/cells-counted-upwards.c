// cells: counted upwards
#include "../threads.h"

static int a[11];
THREAD(use, int *p = given; (*p)++;)
MAIN(pthread_t t; for (long i = -5; i < 6; i++) { a[5 + i] = 0; pthread_create(&t, 0, use, &a[5] PICK(-, +) i); })
