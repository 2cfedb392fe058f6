// The maximum and its place are compared, stored and read in the critical section, whichever iteration comes first.
int a[60], best, where, seen[60];

int main(void)
{
  for (int i = 0; i < 60; i++)
    a[i] = i * 17 % 60;
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
#pragma omp critical
    {
      if (a[i] > best) {
        best = a[i];
        where = i;
      }
      seen[i] = where;
    }
  }
  return where;
}
