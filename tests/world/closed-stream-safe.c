// A stream is closed when it is no longer used.
//~ options: --closed-world
#include <pthread.h>
#include <stdio.h>

static void *work(void *a)
{
    FILE *volatile f = fopen("log", "w");
    fprintf(f, "work\n");
    fclose(f);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
