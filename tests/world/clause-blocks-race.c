// Two threads write behind the end of a block, where glibc has some bytes more.
//~ says: with blocks of memory as large as glibc makes them
#include <pthread.h>
#include <stdlib.h>

static void *set(void *to)
{
    ((char *)to)[4] = 1;
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
