// A threadprivate variable: each thread has its own.
static int x;
#pragma omp threadprivate(x)

int main(void)
{
#pragma omp parallel
    x++;
    return 0;
}
