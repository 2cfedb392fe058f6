// What follows an inner loop is still part of the iteration around it, and only one of them writes.
int b[16][4], x;
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
#pragma omp parallel for
    for (int j = 0; j < 4; j++)
      b[i][j] = j;
    if (i < 1)
      x = i;
  }
  return 0;
}
