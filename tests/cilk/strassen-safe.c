/* Strassen's product of two matrices of 8 by 8: three tasks compute the seven products of quarters. */
#include <assert.h>
#include <cilk/cilk.h>
enum { N = 8, H = 4 };
static int a[N][N], b[N][N], c[N][N], product[7][H][H];
/* What is added and subtracted: quarters by number, none is 4. */
static const char left[7][2] = {{0, 3}, {2, 3}, {0, 4}, {3, 4}, {0, 1}, {2, 0}, {1, 3}};
static const char right[7][2] = {{0, 3}, {0, 4}, {1, 3}, {2, 0}, {3, 4}, {0, 1}, {2, 3}};
static const int left_sign[7] = {1, 1, 0, 0, 1, -1, -1};
static const int right_sign[7] = {1, 0, -1, -1, 0, 1, 1};
static int quarter(int m[N][N], int q, int i, int j) {
  return q == 4 ? 0 : m[i + q / 2 * H][j + q % 2 * H];
}
static void multiply(int p) {
  for (int i = 0; i < H; i++)
    for (int j = 0; j < H; j++) {
      int sum = 0;
      for (int k = 0; k < H; k++)
        sum += (quarter(a, left[p][0], i, k) + left_sign[p] * quarter(a, left[p][1], i, k)) *
               (quarter(b, right[p][0], k, j) + right_sign[p] * quarter(b, right[p][1], k, j));
      product[p][i][j] = sum;
    }
}
static void some(int from, int to) {
  for (int p = from; p < to; p++) multiply(p);
}
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = i + j, b[i][j] = i - j;
  cilk_spawn some(0, 3);
  cilk_spawn some(3, 5);
  cilk_spawn some(5, 7);
  cilk_sync;
  for (int i = 0; i < H; i++)
    for (int j = 0; j < H; j++) {
      c[i][j] = product[0][i][j] + product[3][i][j] - product[4][i][j] + product[6][i][j];
      c[i][j + H] = product[2][i][j] + product[4][i][j];
      c[i + H][j] = product[1][i][j] + product[3][i][j];
      c[i + H][j + H] = product[0][i][j] - product[1][i][j] + product[2][i][j] + product[5][i][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      assert(sum == c[i][j]);
    }
  return 0;
}
