// What the system is called is up to it.
#include <pthread.h>
#include <sys/utsname.h>

static int n;

static void *work(void *a)
{
    struct utsname name;
    uname(&name);
    if (name.release[0] == '7')
        n++;
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
