// `default(firstprivate)` makes a static local variable firstprivate, which is not declared at file scope.
int main(void)
{
    static int x;
#pragma omp parallel default(firstprivate)
    {
        x++;
        (void)&x;
    }
    return 0;
}
