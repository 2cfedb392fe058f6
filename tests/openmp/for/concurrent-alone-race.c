/* Iterations under `order(concurrent)` may be beside each other in a team of one thread too. */
int a[51];

int main(void)
{
#pragma omp parallel num_threads(1)
#pragma omp for order(concurrent)
  for (int i = 0; i < 50; i++)
    a[i] = a[i + 1]; //~ RACE
  return 0;
}
