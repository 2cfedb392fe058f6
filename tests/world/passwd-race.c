// What `getpwuid_r` finds is in one buffer of both threads.
#include <pthread.h>
#include <pwd.h>
#include <unistd.h>

static char text[256];

static void *work(void *a)
{
    struct passwd entry, *found;

    getpwuid_r(getuid(), &entry, text, sizeof text, &found);
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
