// What `environ` leads to is changed by `setenv`.
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static void *work(void *a)
{
    return environ[0] && environ[0][0] == 'A' ? a : NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    setenv("A", "b", 1);
    pthread_join(t, NULL);
    return 0;
}
