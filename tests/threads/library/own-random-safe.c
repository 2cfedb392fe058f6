// Numbers from a seed of one's own may be any numbers: each thread draws from its own cells.
#include <pthread.h>
#include <stdlib.h>

static int cell[8];

static void *draw(void *argument)
{
    unsigned seed = (unsigned)(long)argument;
    cell[4 * (long)argument + rand_r(&seed) % 4] = 1;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, draw, (void *)0);
    pthread_create(&b, 0, draw, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
