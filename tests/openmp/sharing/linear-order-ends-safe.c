// All threads wait for each other before the next loop.
int main(void)
{
    int j = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        y = 1;
#pragma omp for linear(j) schedule(dynamic)
        for (int i = 0; i < 2; i++)
            j++;
#pragma omp for nowait schedule(dynamic)
        for (int i = 0; i < 1; i++)
            y++;
    }
    return j + y;
}
