// A child of the process waits at a barrier that its parent's threads have, too.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int x;
static pthread_barrier_t *both;

static void *use(void *given)
{
    x = 2;
    pthread_barrier_wait(both);
    return given;
}

int main(void)
{
    pthread_t thread;
    pthread_barrierattr_t kind;

    both = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (both == MAP_FAILED)
        return 1;
    pthread_barrierattr_init(&kind);
    pthread_barrierattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(both, &kind, 2);
    pthread_create(&thread, 0, use, 0);
    if (fork() == 0) {
        pthread_barrier_wait(both);
        _exit(0);
    }
    pthread_barrier_wait(both);
    x = 1;
    pthread_join(thread, 0);
    return 0;
}
