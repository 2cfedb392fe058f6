// Functions for the host are called.
int x;

static void add(void)
{
    x++;
}

#pragma omp begin declare variant match(device = { kind(host) })
static void add(void)
{
#pragma omp critical
    x++;
}
#pragma omp end declare variant

int main(void)
{
#pragma omp parallel num_threads(2)
    add();
    return 0;
}
