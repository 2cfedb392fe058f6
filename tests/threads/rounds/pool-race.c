// Threads are made and joined until the sum of what they did is small.
#include <pthread.h>

static double cell[64], sum;

static void *halve(void *argument)
{
    long first = 32 * (long)argument;
    double part = 0;
    for (long i = first; i < first + 32; i++) {
        cell[i] *= 0.5;
        part += cell[i];
    }
    sum += part;  //~ RACE
    return 0;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        cell[i] = i;
    do {
        pthread_t threads[2];
        sum = 0;
        for (long i = 0; i < 2; i++)
            pthread_create(&threads[i], 0, halve, (void *)i);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], 0);
    } while (sum > 0.01);
    return 0;
}
