// Race: the string is copied while the other thread measures it.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[4] = "a";
size_t length;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    pthread_mutex_lock(&m);
    strcpy(text, "bc"); //~ RACE
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    length = strlen(text); //~ RACE
    pthread_join(t, NULL);
    return length;
}
