// The destructor of the key is a function of the library, which frees what main still uses.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int *shared;

static void *worker(void *argument)
{
    pthread_setspecific(key, shared);
    return 0;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_key_create(&key, free); //~ RACE
    pthread_create(&thread, 0, worker, 0);
    *shared = 1; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
