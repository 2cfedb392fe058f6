// The variant is for vector loops, so that the base function is called.
int x;

static void careful(void)
{
#pragma omp critical
    x++;
}

#pragma omp declare variant(careful) match(construct = { simd })
static void add(void)
{
    x++;  //~ RACE
}

int main(void)
{
#pragma omp parallel num_threads(2)
    add();
    return 0;
}
