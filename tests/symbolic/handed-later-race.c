// What a thread is handed is written again after it was created.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

struct given {
    int k, other[4];
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct given *where;
int x;

static void *reader(void *arg)
{
    struct given *given = arg;
    pthread_mutex_lock(&m);
    int k = given->k;
    pthread_mutex_unlock(&m);
    if (k == 2)
        x = 1; //~ RACE
    return arg;
}

static void *third(void *arg)
{
    struct given *given = arg;
    pthread_mutex_lock(&m);
    given->other[1] = 3;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    struct given given = { 1, { 0 } };
    pthread_t t, u;
    where = &given;
    pthread_create(&t, 0, reader, &given);
    pthread_create(&u, 0, third, &given);
    pthread_mutex_lock(&m);
    given.k = 2;
    pthread_mutex_unlock(&m);
    x = 2; //~ RACE
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
