#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;
static int total;

static void log_entry(void)
{
    pthread_mutex_lock(&log_lock);
    entries++;
    pthread_mutex_unlock(&log_lock);
}

static void *adder(void *arg)
{
    total += 10;
    log_entry();
    return arg;
}

static void *printer(void *arg)
{
    log_entry();
    printf("%d\n", total);
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, adder, NULL);
    pthread_create(&second, NULL, printer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
