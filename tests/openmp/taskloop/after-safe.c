// The group at the end of the loop waits for its tasks, so what follows in the single block comes after all iterations.
int a[40];

int main(void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < 40; i++)
      a[i] = i;
    a[3] = 4;
#pragma omp taskloop
    for (int i = 0; i < 40; i++)
      a[i] += a[i] * i;
  }
  return a[3];
}
