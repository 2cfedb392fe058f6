// The last iteration is at the limit of the type: the bound has no successor.
unsigned long last;
int main(void)
{
  unsigned long from = -5ul, to = -1ul;
  #pragma omp parallel for schedule(dynamic, 2)
  for (unsigned long i = from; i <= to; i += 2)
    last = i; //~ RACE
  return last != 0;
}
