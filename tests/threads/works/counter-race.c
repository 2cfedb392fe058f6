// A thread that does both iterations writes two elements; two threads write the same one.
int a[3];
int main(void)
{
#pragma omp parallel num_threads(2)
  {
    int count = 0;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      a[count++] = i; //~ RACE
  }
  return 0;
}
