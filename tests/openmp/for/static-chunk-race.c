// With chunks of two, iterations 1 and 2 are of different threads.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel for schedule(static, 2) num_threads(2)
    for (int i = 0; i < 4; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
