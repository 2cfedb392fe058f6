/* The copy of a variable that a task of the loop has is shared by its lanes. */
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int t = 0;
#pragma omp single
#pragma omp taskloop simd
    for (int i = 0; i < 8; i++)
      t = i; //~ RACE
  }
  return 0;
}
