// The host is the only device, so that the variant for it is called.
int x;

static void hasty(void)
{
    x++;  //~ RACE
}

#pragma omp declare variant(hasty) match(device = { kind(host) }, user = { condition(sizeof(int) < 100) })
static void add(void)
{
#pragma omp critical
    x++;
}

int main(void)
{
#pragma omp parallel num_threads(2)
    add();
    return 0;
}
