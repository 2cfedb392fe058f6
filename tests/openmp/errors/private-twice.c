// A threadprivate variable cannot be private.
static int x;
#pragma omp threadprivate(x)

int main(void)
{
#pragma omp parallel private(x)  //~ ERROR threadprivate
    x = 1;
    return 0;
}
