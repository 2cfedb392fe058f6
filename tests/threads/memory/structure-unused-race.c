// The value of a structure is taken, though nobody uses it.
#include <pthread.h>

struct pair {
    int a, b;
} pair;

static void *look(void *argument)
{
    struct pair *p = &pair;
    *p;  //~ RACE
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    pair.b = 1;  //~ RACE
    pthread_join(t, 0);
    return 0;
}
