// The compiler is not known.
static void fast(void)
{
}

#pragma omp declare variant(fast) match(implementation = { vendor(gnu) })  //~ ERROR whether this variant of a function is called is not known here
static void slow(void)
{
}

int main(void)
{
    slow();
    return 0;
}
