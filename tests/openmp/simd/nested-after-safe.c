/* The next iteration is not beside this one. */
int a[9][8], b[9];

int main(void)
{
#pragma omp simd safelen(1)
  for (int i = 0; i < 8; i++) {
#pragma omp simd
    for (int j = 0; j < 8; j++)
      a[i][j] = i;
    b[i] = a[i + 1][3];
  }
  return 0;
}
