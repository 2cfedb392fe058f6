// An automatic variable cannot be threadprivate.
int main(void)
{
    int x = 0;
#pragma omp threadprivate(x)  //~ ERROR `x`
    return x;
}
