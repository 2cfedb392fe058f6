// The sum is 1 or 4, as one thread does both iterations or not.
int result;

int main(void)
{
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 2; i++) {
    if (i)
      sum = 1;
    else
      sum += 3;
  }
  if (sum == 5) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
