// A file is closed while another thread writes to it.
#include <pthread.h>
#include <stdio.h>

static FILE *f;

static void *work(void *a)
{
    fprintf(f, "work\n"); //~ RACE
    return a;
}

int main(void)
{
    pthread_t t;
    f = fopen("log", "w");
    pthread_create(&t, NULL, work, NULL);
    fclose(f); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
