// One input makes a thread take the locks in the other order.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *chooser(void *argument)
{
    int input = __VERIFIER_nondet_int();
    int swapped = input == 1234567;
    pthread_mutex_lock(swapped ? &right : &left);
    pthread_mutex_lock(swapped ? &left : &right); //~ DEADLOCK
    count++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return 0;
}

static void *writer(void *argument)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right); //~ DEADLOCK
    count++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
