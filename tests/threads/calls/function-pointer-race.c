// Race: one thread is given the function that does not lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void bump(void) {
    x++; //~ RACE
}

static void locked_bump(void) {
    pthread_mutex_lock(&m);
    bump();
    pthread_mutex_unlock(&m);
}

struct task { void (*run)(void); };
struct task tasks[2] = {{locked_bump}, {bump}};

void *worker(void *arg) {
    ((struct task *)arg)->run();
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &tasks[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return x;
}
