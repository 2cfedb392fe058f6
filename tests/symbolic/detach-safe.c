// A thread that is detached on one path and joined on the other, which orders.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int mine, yours;

static void *chooser(void *argument)
{
    mine = 1;
    return 0;
}

static void *writer(void *argument)
{
    yours = 1;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    if (__VERIFIER_nondet_bool()) {
        pthread_detach(first);
    } else {
        pthread_join(first, 0);
        mine = 2;
    }
    pthread_join(second, 0);
    return 0;
}
