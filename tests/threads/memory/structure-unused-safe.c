// The address of a structure is no access to it.
#include <pthread.h>

struct pair {
    int a, b;
} pair;

static void *look(void *argument)
{
    struct pair *p = &pair;
    &*p;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    pair.b = 1;
    pthread_join(t, 0);
    return 0;
}
