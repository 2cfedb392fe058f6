// No race: the comparison is over at the second character.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[] = "abc";

void *writer(void *arg) {
    text[2] = 'x';
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int r = strncmp(text, "abd", 2);
    pthread_join(t, NULL);
    return r < 0;
}
