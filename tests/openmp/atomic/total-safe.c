// In any order the total is 4950, so nothing is stored.
int total, result;

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    total += i;
  }
  if (total == 4951) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
