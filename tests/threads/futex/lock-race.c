// The lock is given up before the value is written.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock;
static int value;

static void enter(void)
{
    while (atomic_exchange(&lock, 1))
        syscall(SYS_futex, &lock, FUTEX_WAIT, 1, 0, 0, 0);
}

static void leave(void)
{
    atomic_store(&lock, 0);
    syscall(SYS_futex, &lock, FUTEX_WAKE, 1, 0, 0, 0);
}

static void *work(void *argument)
{
    enter();
    leave();
    value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    work(0);
    pthread_join(thread, 0);
    return 0;
}
