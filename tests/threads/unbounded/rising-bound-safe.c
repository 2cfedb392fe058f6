// A pool counts its threads while it creates them, and joins so many.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pool {
    pthread_mutex_t lock;
    int count, done;
    pthread_t threads[100];
};
static void *work(void *given) {
    struct pool *pool = given;
    pthread_mutex_lock(&pool->lock);
    pool->done++;
    pthread_mutex_unlock(&pool->lock);
    return 0;
}
static struct pool *create(int count) {
    struct pool *pool = malloc(sizeof *pool);
    pthread_mutex_init(&pool->lock, 0);
    pool->count = pool->done = 0;
    for (int i = 0; i < count; i++) {
        pthread_create(&pool->threads[i], 0, work, pool);
        pool->count++;
    }
    return pool;
}
static int destroy(struct pool *pool) {
    for (int i = 0; i < pool->count; i++)
        pthread_join(pool->threads[i], 0);
    int done = pool->done;
    free(pool);
    return done;
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    return count > 100 || destroy(create(count));
}
