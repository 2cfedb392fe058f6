// No race: two bytes of an int are two memory locations.
#include <pthread.h>
#include <stddef.h>

int word;

void *first(void *arg) {
    unsigned char *b = (unsigned char *)&word;
    b[0] = 1;
    return NULL;
}

void *second(void *arg) {
    ((unsigned char *)&word)[1] = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return word & 3;
}
