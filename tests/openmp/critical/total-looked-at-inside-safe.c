// Nobody finds 3.
int total, result;

int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int found;
#pragma omp critical
    {
      total += 1;
      found = total;
    }
    if (found == 3)
      result = 1;
#pragma omp master
    result = 2;
  }
  return result;
}
