// A mapping at the address of a variable is the variable.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static char page[8192] __attribute__((aligned(4096)));
static char *place;

static void *work(void *argument)
{
    place[0] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    place = mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
    pthread_create(&thread, 0, work, 0);
    page[0] = 1;
    pthread_join(thread, 0);
    return 0;
}
