// Who adds last finds 2 and stores beside the first thread.
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
    if (found == 2)
      result = 1; //~ RACE
#pragma omp master
    result = 2; //~ RACE
  }
  return result;
}
