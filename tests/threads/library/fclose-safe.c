// A file is closed after the other thread has written to it.
#include <pthread.h>
#include <stdio.h>

static FILE *f;

static void *work(void *a)
{
    fprintf(f, "work\n");
    return a;
}

int main(void)
{
    pthread_t t;
    f = fopen("log", "w");
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    fclose(f);
    return 0;
}
