/* A task for each row of a matrix. */
#include <cilk/cilk.h>
enum { N = 11 };
static int m[N][N];
int main(void) {
  cilk_for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) m[i][j] = i * j;
  return m[N - 1][N - 1] != 100;
}
