// Race: the two threads were given overlapping parts of one block.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *fill(void *arg) {
    memset(arg, 1, 4); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    char *block = malloc(8);
    pthread_create(&a, NULL, fill, block);
    pthread_create(&b, NULL, fill, block + 3);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(block);
    return 0;
}
