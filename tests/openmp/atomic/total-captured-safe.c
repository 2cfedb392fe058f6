// Nobody gets 2.
int total, result;

int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int found;
#pragma omp atomic capture
    found = total++;
    if (found == 2)
      result = 1;
#pragma omp master
    result = 2;
  }
  return result;
}
