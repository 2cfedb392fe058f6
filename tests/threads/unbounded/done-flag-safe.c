// The data was written before the flag was set, which everybody waits for.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done, data;
static void *look(void *unused) {
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return data ? unused : 0;
}
int main(int count, char **unused) {
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, look, 0);
        if (!unused[count])
            break;
    }
    data = 1;
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}
