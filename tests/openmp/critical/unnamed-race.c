// A critical section without a name is another than those with one.
static int x;

static void add(void)
{
#pragma omp critical
    x++;  //~ RACE
}

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        add();
#pragma omp section
#pragma omp critical(x)
        x++;  //~ RACE
    }
    return x;
}
