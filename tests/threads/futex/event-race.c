// A wait that ends without a reason is taken for the event.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int is_set;
static int value;

static void *work(void *argument)
{
    if (!atomic_load(&is_set))
        syscall(SYS_futex, &is_set, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1; //~ RACE
    atomic_store(&is_set, 1);
    syscall(SYS_futex, &is_set, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    pthread_join(thread, 0);
    return 0;
}
