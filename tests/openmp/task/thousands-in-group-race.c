/* A group does not keep those in it apart. */
int a[4000], b[4000];

int main(void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 2000; i++) {
#pragma omp task
      a[i] = i;
    }
#pragma omp taskgroup
    for (int i = 2000; i < 4000; i++) {
#pragma omp task
      {
#pragma omp task
        a[i] = i; //~ RACE
        b[i] = a[i]; //~ RACE
      }
    }
    for (int i = 2000; i < 4000; i++)
      b[i] += a[i];
  }
  return 0;
}
