// The variant is for regions, so that it is what is called.
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
