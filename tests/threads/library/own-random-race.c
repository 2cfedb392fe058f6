// Numbers from a seed of one's own may be any numbers: both threads may draw the same cell.
#include <pthread.h>
#include <stdlib.h>

static int cell[8];

static void *draw(void *argument)
{
    unsigned seed = (unsigned)(long)argument;
    cell[rand_r(&seed) % 8] = 1;  //~ RACE
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, draw, (void *)1);
    pthread_create(&b, 0, draw, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
