// A block of shared memory that is attached twice is the same bytes.
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/shm.h>

static int *one, *other;

static void *work(void *a)
{
    one[0] = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    int block = shmget(IPC_PRIVATE, 4096, 0600);

    one = shmat(block, NULL, 0);
    other = shmat(block, NULL, 0);
    if (one == (void *)-1 || other == (void *)-1)
        return 1;
    pthread_create(&t, NULL, work, NULL);
    other[0] = 2;
    pthread_join(t, NULL);
    return 0;
}
