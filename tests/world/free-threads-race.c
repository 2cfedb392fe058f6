// Two threads read numbers, one after the other: it matters who is the first.
//~ says: with stdin = `77 31337`
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x;

static void *work(void *a)
{
    x = 1;
    return a;
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void *reader(void *a)
{
    int n = 0, mine;
    pthread_mutex_lock(&m);
    mine = scanf("%d", &n) == 1 && n == 31337;
    seen = 1;
    pthread_mutex_unlock(&m);
    if (mine)
        work(a);
    return a;
}

int main(void)
{
    pthread_t t;
    int k = 0, first;
    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&m);
    if (scanf("%d", &k) != 1)
        k = 0;
    first = !seen;
    pthread_mutex_unlock(&m);
    if (k == 77 && first)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
