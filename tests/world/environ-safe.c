// What `environ` leads to is read by both threads.
//~ says: any environment variables
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static int found[2];

static void *work(void *a)
{
    found[0] = environ[0] && environ[0][0] == 'A';
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    found[1] = environ[0] && environ[0][0] == 'A';
    pthread_join(t, NULL);
    return 0;
}
