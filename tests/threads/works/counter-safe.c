// How many iterations a thread did decides nothing.
int a[3];
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int count = 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      a[i] = count++;
  }
  return 0;
}
