// Of two mappings of one file each has its own bytes where they are private.
//~ options: --file data.bin=data/numbers.txt
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>

static int *one, *other;

static void *work(void *a)
{
    one[0] = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    int file = open("data.bin", O_RDONLY);

    one = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    other = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (one == MAP_FAILED || other == MAP_FAILED)
        return 1;
    pthread_create(&t, NULL, work, NULL);
    other[0] = 2;
    pthread_join(t, NULL);
    return 0;
}
