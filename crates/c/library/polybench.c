/* What the PolyBench kernels expect of their utilities: memory, and timers that measure nothing here. */
typedef __typeof__(sizeof(0)) size_t;
extern void *malloc(size_t);

void *polybench_alloc_data(unsigned long long n, int elt_size)
{
  return malloc(n * (unsigned long long)elt_size);
}

void polybench_flush_cache(void)
{
}

void polybench_prepare_instruments(void)
{
}

void polybench_timer_start(void)
{
}

void polybench_timer_stop(void)
{
}

void polybench_timer_print(void)
{
}
