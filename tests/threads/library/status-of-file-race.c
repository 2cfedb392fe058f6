// Race: two threads ask about a file, with one place for the answer.
#define _GNU_SOURCE
#include <sys/stat.h>
#include <pthread.h>
#include <stddef.h>

struct stat status;

void *second(void *arg) {
    fstat(1, &status); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    fstat(1, &status); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
