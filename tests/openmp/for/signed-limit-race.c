// From one limit of the type down to the other: the distance has more bits than the type.
long low = -0x7fffffffffffffff - 1, high = 0x7fffffffffffffff;
int seen;
int main(void)
{
  #pragma omp parallel for
  for (long i = high; i >= low; i -= 0x5000000000000000)
    if (i < 0)
      seen = 1; //~ RACE
  return seen;
}
