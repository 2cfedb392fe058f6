// Whoever adds what, the sum is 4950, and then iterations store to one variable.
int sum, result;

int main(void)
{
#pragma omp parallel
  {
    int local = 0;
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      local += i;
#pragma omp critical
    sum += local;
  }
  if (sum == 4950) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
