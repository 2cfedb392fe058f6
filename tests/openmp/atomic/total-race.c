// In any order the total is 4950, and then iterations store to one variable.
int total, result;

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    total += i;
  }
  if (total == 4950) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
