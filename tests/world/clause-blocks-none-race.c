// Two threads write to the last byte of a block.
//~ lacks: with blocks of memory as large as glibc makes them
#include <pthread.h>
#include <stdlib.h>

static void *set(void *to)
{
    ((char *)to)[3] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    char *text = malloc(4);
    if (!text)
        return 1;
    pthread_create(&t, 0, set, text);
    set(text);
    pthread_join(t, 0);
    return 0;
}
