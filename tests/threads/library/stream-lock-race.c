// Two streams have two locks.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void tell(FILE *stream, const char *text) {
    flockfile(stream);
    fputs(text, stream);
    lines++; //~ RACE
    funlockfile(stream);
}

static void *work(void *unused) {
    tell(stderr, "one");
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    tell(stdout, "two");
    pthread_join(thread, NULL);
    return lines;
}
