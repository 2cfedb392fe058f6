// Race: the copy reads one int too many.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

int from[3] = {1, 2, 3}, to[3];

void *writer(void *arg) {
    from[2] = 4; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    memcpy(to, from, 3 * sizeof(int)); //~ RACE
    pthread_join(t, NULL);
    return to[1];
}
