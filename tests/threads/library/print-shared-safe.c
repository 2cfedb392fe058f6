// No race: printf reads another string.
#include <pthread.h>
#include <stdio.h>

char name[] = "old", other[] = "old";

void *rename_it(void *arg) {
    name[0] = 'c';
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    printf("%s\n", other);
    pthread_join(t, NULL);
    return 0;
}
