// That there was no memory is no matter where another member is looked at.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
    int *place;
    int size;
};

static struct buffer one, other;
static int missed;

static void *work(void *a)
{
    missed++;
    return a;
}

int main(void)
{
    pthread_t t;

    one.place = malloc(8);
    pthread_create(&t, NULL, work, NULL);
    other = one;
    if (other.size)
        missed++;
    pthread_join(t, NULL);
    return 0;
}
