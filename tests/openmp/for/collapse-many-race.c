// Loops over very large ranges with large steps: the iterations of both are few.
char seen;
int main(void)
{
  #pragma omp parallel for collapse(2)
  for (long i = 0; i < 1l << 60; i += 1l << 59)
    for (long j = 0; j < 1l << 40; j += 1l << 39)
      seen = 1; //~ RACE
  return seen;
}
