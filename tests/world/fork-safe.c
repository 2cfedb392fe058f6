// The child of `fork` has threads of its own, one of which counts.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
}

int main(void)
{
    pid_t child = fork();
    if (child == 0) {
        go();
        _exit(0);
    }
    waitpid(child, 0, 0);
    return 0;
}
