// Race: main ends with pthread_exit, so the other thread lives on and meets main's last write.
#include <pthread.h>
#include <stddef.h>

int x, y;

void *worker(void *arg) {
    x = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 2; //~ RACE
    pthread_exit(NULL);
}
