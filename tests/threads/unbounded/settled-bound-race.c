// As many threads as a global says are created, but one less is joined.
#include <pthread.h>
#include <stdlib.h>

int count, total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    int *place = argument;
    pthread_mutex_lock(&mutex);
    total += *place; //~ RACE
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    count = atoi(argv[1]);
    if (count < 2 || count > 1000)
        return 2;
    pthread_t *threads = malloc(count * sizeof *threads);
    int *places = malloc(count * sizeof *places);
    if (!threads || !places)
        return 3;
    for (int i = 0; i < count; i++) {
        places[i] = i;
        if (pthread_create(&threads[i], 0, worker, &places[i]) != 0)
            exit(4);
    }
    count--;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], 0);
    return total; //~ RACE
}
