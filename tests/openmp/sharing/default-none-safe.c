// `default(none)`: all are listed, and what is written is private.
int main(void)
{
    int x = 0, n = 1;
#pragma omp parallel default(none) private(x) firstprivate(n)
    {
        x = n;
        (void)&x;
    }
    return 0;
}
