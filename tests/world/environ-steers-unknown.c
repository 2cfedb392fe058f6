// What `environ` leads to may be anything, and decides who writes.
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static int found;

static void *work(void *a)
{
    if (environ[0] && environ[0][0] == 'A')
        found++;
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    if (environ[0] && environ[0][0] == 'A')
        found++;
    pthread_join(t, NULL);
    return 0;
}
