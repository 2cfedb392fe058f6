// Race: both threads store the same static buffer under their key.
#include <pthread.h>
#include <stddef.h>

int buffers[2], ids[2] = {0, 1};
pthread_key_t key;

static void use(void) {
    int *p = pthread_getspecific(key);
    *p += 1; //~ RACE
}

void *worker(void *arg) {
    pthread_setspecific(key, &buffers[0]);
    use();
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_key_create(&key, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    pthread_key_delete(key);
    return buffers[0];
}
