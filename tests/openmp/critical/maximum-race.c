// The place of the maximum is read outside of the critical section.
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
        where = i; //~ RACE
      }
    }
    seen[i] = where; //~ RACE
  }
  return where;
}
