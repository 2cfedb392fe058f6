// Two threads get 0 and 1, and who gets 1 stores beside the first thread.
int total, result;

int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int found;
#pragma omp atomic capture
    found = total++;
    if (found == 1)
      result = 1; //~ RACE
#pragma omp master
    result = 2; //~ RACE
  }
  return result;
}
