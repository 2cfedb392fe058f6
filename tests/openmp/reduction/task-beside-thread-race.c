/* A task that does not take part has the variable that is shared with it, which the thread uses beside it. */
int main(void)
{
  int x = 0;
#pragma omp parallel num_threads(2) reduction(task, + : x)
  {
#pragma omp task shared(x)
    x++; //~ RACE
    x++; //~ RACE
  }
  return x;
}
