// cells: numbers that are not cut off
#include "../threads.h"

static int a[512];
THREAD(use, a[(long)given] = 1;)
MAIN(pthread_t t[2]; for (int i = 0; i < 512; i += 256) pthread_create(&t[i / 256], 0, use, (void *)(long)PICK((unsigned char)i, i));)
