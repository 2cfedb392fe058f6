// An environment variable and a character of the standard input both matter.
//~ says: with $MODE
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
    const char *mode = getenv("MODE");
    int c = getchar();
    pthread_create(&t, 0, work, 0);
    if (mode && strncmp(mode, "xy", 2) == 0 && mode[2] >= '5' && c == 'q' && getchar() == EOF)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
