// The new value is captured into a private variable.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        int now;
#pragma omp atomic capture
        now = x += 2;
        (void)&now;
    }
    return x;
}
