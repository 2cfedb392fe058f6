// The options of the program are read beside the threads.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int most = 3, count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (count < most)  //~ RACE
        count++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    int option;
    most = 4;  //~ RACE
    while ((option = getopt(argc, argv, "n:")) != -1)
        if (option == 'n')
            most = atoi(optarg);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
