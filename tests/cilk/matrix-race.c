/* A task for each row of a matrix; some go on into the next row. */
#include <cilk/cilk.h>
enum { N = 11 };
static int m[N][N];
int main(void) {
  cilk_for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) m[i][(i + j) % (N + 1)] = i * j;
  return m[N - 1][N - 1] != 100;
}
