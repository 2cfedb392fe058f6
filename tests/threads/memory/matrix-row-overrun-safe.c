// No race: each thread stays in its row.
#include <pthread.h>
#include <stddef.h>

int matrix[2][2], rows[2] = {0, 1};
int columns = 2;

void *worker(void *arg) {
    int r = *(int *)arg;
    for (int c = 0; c < columns && r * 2 + c < 4; c++)
        matrix[r][c] = r;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &rows[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return matrix[1][0];
}
