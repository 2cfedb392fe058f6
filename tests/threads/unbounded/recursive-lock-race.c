// A recursive mutex that an inner function gives up once too often.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex;
static int count, changes;

static void change(int by)
{
    pthread_mutex_lock(&mutex);
    count += by;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument)
{
    for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
        pthread_mutex_lock(&mutex);
        change(1);
        pthread_mutex_unlock(&mutex);
        changes++; //~ RACE
    }
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t thread;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--)
        pthread_create(&thread, 0, work, 0);
    return 0;
}
