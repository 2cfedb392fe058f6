// A line of the standard input begins with a letter, and a number follows.
//~ says: 4711
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
    char line[64], *end;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    pthread_create(&t, 0, work, 0);
    if (line[0] == 'k' && strtol(line + 1, &end, 10) == 4711 && *end == 'q')
        x = 2;
    pthread_join(t, 0);
    return 0;
}
