// What a terminal tells is written to variables of each thread.
//~ options: --closed-world
#include <pthread.h>
#include <sys/ioctl.h>

static void *work(void *a)
{
    struct winsize size;

    ioctl(1, TIOCGWINSZ, &size);
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
