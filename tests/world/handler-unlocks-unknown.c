// A handler gives up the lock of the thread that it interrupts, and the thread knows that.
#include <pthread.h>
#include <signal.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local volatile sig_atomic_t inside;

static void leave(int number)
{
    (void)number;
    if (inside) {
        inside = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void *first(void *given)
{
    sigset_t signals;

    pthread_mutex_lock(&lock);
    inside = 1;
    x = 2;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, 0);
    leave(0);
    return given;
}

static void *second(void *given)
{
    pthread_mutex_lock(&lock);
    x = 3;
    pthread_mutex_unlock(&lock);
    return given;
}

int main(void)
{
    pthread_t a, b;

    signal(SIGUSR1, leave);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
