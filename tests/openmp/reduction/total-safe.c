// Whoever adds what, the sum is 295, so nothing is stored.
int a[100], result;

int main(void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i % 7;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += a[i];
  if (sum == 296) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
