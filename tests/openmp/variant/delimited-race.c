// Functions for another processor are not there.
int x;

static void add(void)
{
    x++;  //~ RACE
}

#pragma omp begin declare variant match(device = { arch(nvptx64) })
static void add(void)
{
#pragma omp critical
    x++;
    __what_only_that_compiler_knows();
}
#pragma omp end declare variant

int main(void)
{
#pragma omp parallel num_threads(2)
    add();
    return 0;
}
