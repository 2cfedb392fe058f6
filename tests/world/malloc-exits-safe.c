// A thread that gets no memory prints that and ends the process.
//~ says: verdict: race-free (engine
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *get(size_t size)
{
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "no memory: %s, %d bytes\n", strerror(errno), (int)size);
        exit(1);
    }
    return p;
}

static void *work(void *a)
{
    int *p = get(sizeof *p);
    pthread_mutex_lock(&m);
    *p = n++;
    pthread_mutex_unlock(&m);
    free(p);
    return a;
}

int main(void)
{
    pthread_t t, u;
    if (pthread_create(&t, NULL, work, NULL) || pthread_create(&u, NULL, work, NULL)) {
        perror("pthread_create");
        return 1;
    }
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
