// `getenv` reads `environ`, which the program assigns.
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static char *mine[] = {"A=b", NULL};

static void *work(void *a)
{
    return getenv("A") ? a : NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    environ = mine;
    pthread_join(t, NULL);
    return 0;
}
