// The atomic writes do not race.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp error at(compilation) severity(warning) message("not done yet")
#pragma omp atomic write
        x = 1;
    }
    return x;
}
