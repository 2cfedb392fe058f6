int a[8][8], b[8];

int main(void)
{
#pragma omp simd
  for (int i = 0; i < 8; i++) {
#pragma omp simd
    for (int j = 0; j < 8; j++)
      a[i][j] = i;
    b[i] = a[i][0];
  }
  return 0;
}
