// Where a mapping fails the process ends.
#include <pthread.h>
#include <sys/mman.h>

static int missed;

static void *work(void *a)
{
    missed++;
    return a;
}

int main(void)
{
    pthread_t t;
    int *block;

    pthread_create(&t, NULL, work, NULL);
    block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return 1;
    pthread_join(t, NULL);
    return 0;
}
