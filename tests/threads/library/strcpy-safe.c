// No race: both hold the lock.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[4] = "a";
size_t length;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    pthread_mutex_lock(&m);
    strcpy(text, "bc");
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    length = strlen(text);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return length;
}
