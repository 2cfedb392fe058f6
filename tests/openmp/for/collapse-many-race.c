// The iterations of both loops together are 2^80: their number has more bits than a long.
char seen;
int main(void)
{
  #pragma omp parallel for collapse(2)
  for (long i = 0; i < 1l << 40; i++)
    for (long j = 0; j < 1l << 40; j++)
      if (j < 2)
        seen = 1; //~ RACE
  return seen;
}
