// The lock of a stream excludes as any other, and its holder may take it again.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void tell(const char *text) {
    flockfile(stdout);
    puts(text);
    lines++;
    funlockfile(stdout);
}

static void *work(void *unused) {
    flockfile(stdout);
    tell("one");
    tell("two");
    funlockfile(stdout);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    tell("three");
    pthread_join(thread, NULL);
    return lines;
}
