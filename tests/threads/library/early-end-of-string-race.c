// Race: the comparison reads the third character, which the other thread writes.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[] = "abc";

void *writer(void *arg) {
    text[2] = 'x'; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int r = strncmp(text, "abd", 3); //~ RACE
    pthread_join(t, NULL);
    return r < 0;
}
