// Lines that begin with a letter that it compares with.
//~ says: with stdin = `gx`
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

int main(void)
{
    char line[64];
    while (fgets(line, sizeof line, stdin))
        if (line[0] == 'g')
            go();
    return 0;
}
