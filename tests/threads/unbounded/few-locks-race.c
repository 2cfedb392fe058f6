// The lock is that of another cell.
#include <pthread.h>
#include <stdlib.h>
#define CELLS 1000
#define LOCKS 16
static pthread_mutex_t locks[LOCKS];
static int cells[CELLS];
static void *work(void *unused) {
    for (int i = 0; i < 1000; i++) {
        int k = rand() % CELLS;
        pthread_mutex_lock(&locks[k % LOCKS]);
        cells[k / 2]++; //~ RACE
        pthread_mutex_unlock(&locks[k % LOCKS]);
    }
    return unused;
}
int main(void) {
    pthread_t threads[8];
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return cells[0] > 0;
}
