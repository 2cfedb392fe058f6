// No race: the parts of the block do not overlap.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *fill(void *arg) {
    memset(arg, 1, 4);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    char *block = malloc(8);
    pthread_create(&a, NULL, fill, block);
    pthread_create(&b, NULL, fill, block + 4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(block);
    return 0;
}
