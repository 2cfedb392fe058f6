// `copyprivate` gives each thread the value for its own variable.
int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int x = 0;
#pragma omp single copyprivate(x)
        x = 7;
        x = x + 1;
        (void)&x;
    }
    return 0;
}
