// A static local variable can be threadprivate.
static int next(void)
{
    static int last;
#pragma omp threadprivate(last)
    return ++last;
}

int main(void)
{
#pragma omp parallel
    next();
    return 0;
}
