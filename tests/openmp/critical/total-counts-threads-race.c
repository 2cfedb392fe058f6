// With three threads the count is 3, and then iterations store to one variable.
int count, result;

int main(void)
{
#pragma omp parallel
  {
#pragma omp critical
    count++;
  }
  if (count == 3) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i; //~ RACE
  }
  return result;
}
