// Sums and products do not commute: (1 * 2) + 3 is 5, and then iterations store to one variable.
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
  if (total == 5) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
