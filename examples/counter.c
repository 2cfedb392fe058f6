// Two threads count to the same variable. Is that safe?
#include <pthread.h>
#include <stdio.h>

static int counter;

static void *count(void *unused)
{
    (void)unused;
    counter++;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("counted to %d\n", counter);
    return 0;
}
