// A thread uses a variable of main and may do so when main has returned.
//~ says: provided that variables of `main` live on after its return
#include <pthread.h>

static void *work(void *a)
{
    *(int *)a = 1;
    return NULL;
}

int main(void)
{
    int n = 0;
    pthread_t t;
    pthread_create(&t, NULL, work, &n);
    pthread_detach(t);
    return 0;
}
