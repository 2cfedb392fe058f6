// The bytes of the standard input are a number in memory.
//~ says: with stdin
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x;

static void *work(void *a)
{
    x = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    unsigned key;
    if (fread(&key, sizeof key, 1, stdin) != 1)
        return 1;
    pthread_create(&t, 0, work, 0);
    if (key * 2654435761u == 12345)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
