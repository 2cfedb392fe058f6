// The last iteration is at the limit of the type, and is the only one that writes.
unsigned long last;
int main(void)
{
  unsigned long from = -5ul, to = -1ul;
  #pragma omp parallel for schedule(dynamic, 2)
  for (unsigned long i = from; i <= to; i += 2)
    if (i == to)
      last = i;
  return last != 0;
}
