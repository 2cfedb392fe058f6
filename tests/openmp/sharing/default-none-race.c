// `default(none)`: all are listed, one of them as shared and written.
int main(void)
{
    int x = 0, n = 1;
#pragma omp parallel default(none) shared(x) firstprivate(n)
    {
        x = n;  //~ RACE
        (void)&x;
    }
    return 0;
}
