// What `getpwuid_r` finds is in buffers of each thread.
//~ options: --closed-world
#include <pthread.h>
#include <pwd.h>
#include <unistd.h>

static void *work(void *a)
{
    struct passwd entry, *found;
    char text[256];

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
