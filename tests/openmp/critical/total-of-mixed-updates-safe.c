// Sums and products do not commute, but neither order gives 7.
int total = 1, result;

int main(void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++) {
#pragma omp critical
    if (i)
      total += 3;
    else
      total *= 2;
  }
  if (total == 7) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
