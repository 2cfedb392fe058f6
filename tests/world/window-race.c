// What a terminal tells is written where the program says, if there is one.
#include <pthread.h>
#include <sys/ioctl.h>

static struct winsize size;

static void *work(void *a)
{
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
