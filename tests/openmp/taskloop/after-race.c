// Without a group nothing waits for the tasks of the first loop.
int a[40];

int main(void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; i++)
      a[i] = i; //~ RACE
    a[3] = 4; //~ RACE
  }
  return a[3];
}
