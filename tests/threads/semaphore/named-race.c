// The semaphore counts two, so both threads get it.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int value;

static void *work(void *argument)
{
    sem_t *semaphore = sem_open("/here", 0);
    if (semaphore == SEM_FAILED)
        return argument;
    sem_wait(semaphore);
    value++; //~ RACE
    sem_post(semaphore);
    sem_close(semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_unlink("/here");
    sem_t *semaphore = sem_open("/here", O_CREAT | O_EXCL, 0600, 2);
    if (semaphore == SEM_FAILED || pthread_create(&thread, 0, work, 0))
        return 1;
    work(0);
    pthread_join(thread, 0);
    sem_unlink("/here");
    return 0;
}
