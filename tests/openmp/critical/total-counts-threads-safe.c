// The count is that of the threads, which are not more than eight here.
int count, result;

int main(void)
{
#pragma omp parallel
  {
#pragma omp critical
    count++;
  }
  if (count == 70) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      result = i;
  }
  return result;
}
