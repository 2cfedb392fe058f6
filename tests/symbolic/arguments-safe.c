// The name of the program goes to the thread, which writes to it before main reads it.
#include <pthread.h>

void *worker(void *argument) {
    char *name = argument;
    name[0] = 'x';
    return 0;
}

int main(int argc, char **argv) {
    pthread_t thread;
    if (argc != 1 || argv[argc])
        return 1;
    pthread_create(&thread, 0, worker, argv[0]);
    pthread_join(thread, 0);
    char first = argv[0][0];
    return first;
}
