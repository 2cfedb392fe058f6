// The last column of each row is the first one of the next row.
#include <pthread.h>
#define N 50
static double a[N][N], b[N][N], c[N + 1][N];
static void *work(void *given) {
    long row = (long)given;
    for (int j = 0; j <= N; j++) {
        double sum = 0;
        for (int k = 0; k < N; k++)
            sum += a[row][k] * b[k][0];
        c[row][j] = sum; //~ RACE
    }
    return 0;
}
int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return c[0][0] > 0;
}
