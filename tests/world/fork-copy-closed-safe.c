// What a child of `fork` writes is its own: the threads of its parent do not see it.
//~ options: --closed-world
#include <pthread.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (fork() == 0) {
        n++;
        _exit(0);
    }
    pthread_join(t, 0);
    return 0;
}
