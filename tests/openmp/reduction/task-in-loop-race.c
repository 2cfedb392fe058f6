/* Tasks that these tasks make and that do not take part share the copy of their makers. */
int main(void)
{
  int x = 0;
#pragma omp parallel for num_threads(2) reduction(task, + : x)
  for (int i = 0; i < 2; i++) {
#pragma omp task in_reduction(+ : x)
    {
#pragma omp task shared(x)
      x++; //~ RACE
      x++; //~ RACE
#pragma omp taskwait
    }
    x++;
  }
  return x;
}
