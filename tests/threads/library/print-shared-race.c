// Race: printf reads the argument's characters while they change.
#include <pthread.h>
#include <stdio.h>

char name[] = "old", other[] = "old";

void *rename_it(void *arg) {
    name[0] = 'c'; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    printf("%s\n", name); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
