/* The rows of a triangle are divided with their columns: two threads write one element of a row. */
int a[8];

int main(void)
{
  int i, j;
#pragma omp parallel for collapse(2)
  for (i = 0; i < 8; i++)
    for (j = i; j < 8; j++)
      a[i] = j; //~ RACE
  return 0;
}
