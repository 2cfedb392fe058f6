/* An access of an outer lane and one in the inner loop of another. */
int a[9][8], b[9];

int main(void)
{
#pragma omp simd
  for (int i = 0; i < 8; i++) {
#pragma omp simd
    for (int j = 0; j < 8; j++)
      a[i][j] = i; //~ RACE
    b[i] = a[i + 1][3]; //~ RACE
  }
  return 0;
}
