// The region is around the call.
int x;

static void careful(void)
{
#pragma omp critical
    x++;
}

#pragma omp declare variant(careful) match(construct = { parallel })
static void add(void)
{
    x++;
}

int main(void)
{
#pragma omp parallel num_threads(2)
    add();
    return 0;
}
