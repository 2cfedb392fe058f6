/* Each iteration of a triangle has an element of its own. The loop variables are private, wherever they are declared. */
int a[8][8];

int main(void)
{
  int i, j;
#pragma omp parallel for collapse(2)
  for (i = 0; i < 8; i++)
    for (j = i; j < 8; j++)
      a[i][j] = 1;
  return 0;
}
