// Critical sections without a name are one, in whichever function they are.
static int x;

static void add(void)
{
#pragma omp critical
    x++;
}

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        add();
#pragma omp section
#pragma omp critical
        x++;
    }
    return x;
}
