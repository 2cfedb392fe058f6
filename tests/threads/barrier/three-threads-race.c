// Race: the third thread passes the barrier before it writes its cell.
#include <pthread.h>
#include <stddef.h>

int cells[3], ids[3] = {0, 1, 2}, sum;
pthread_barrier_t b;

void *worker(void *arg) {
    int id = *(int *)arg;
    if (id == 2) pthread_barrier_wait(&b);
    cells[id] = 1; //~ RACE
    if (id != 2) pthread_barrier_wait(&b);
    if (id == 0) sum = cells[0] + cells[1] + cells[2]; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&b, NULL, 3);
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return sum;
}
