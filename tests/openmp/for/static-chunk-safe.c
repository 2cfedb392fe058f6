// With chunks of four, iterations 0 to 3 are of one thread.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel for schedule(static, 4) num_threads(2)
    for (int i = 0; i < 4; i++)
        a[i] = a[i + 1];
    return a[0];
}
