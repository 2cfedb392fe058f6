// A word up to a sign, and a number of base 16 behind it.
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
    char key[20];
    unsigned value;
    if (scanf("%19[^=]=%x", key, &value) != 2)
        return 1;
    pthread_create(&t, 0, work, 0);
    if (key[0] == 'k' && key[1] == 0 && value * 5 == 0x3450c3)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
