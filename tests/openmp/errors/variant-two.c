// Two variants match.
static void fast(void)
{
}

static void faster(void)
{
}

#pragma omp declare variant(fast) match(construct = { parallel })
#pragma omp declare variant(faster) match(device = { kind(host) })
static void slow(void)
{
}

int main(void)
{
#pragma omp parallel
    slow();  //~ ERROR which variant of this function is called is not known here
    return 0;
}
