// A stream that was closed is used.
//~ says: the stream has been closed already
//~ options: --closed-world
#include <pthread.h>
#include <stdio.h>

static void *work(void *a)
{
    FILE *volatile f = fopen("log", "w");
    fclose(f);
    fprintf(f, "work\n");
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
