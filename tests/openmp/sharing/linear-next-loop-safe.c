// There is a barrier before the next loop.
int main(void)
{
    int j = 0, k = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for linear(j) nowait schedule(dynamic)
        for (int i = 0; i < 2; i++)
            j++;
#pragma omp master
        y = 1;
#pragma omp barrier
#pragma omp for linear(k) nowait schedule(dynamic)
        for (int i = 0; i < 2; i++) {
            k++;
            if (i == 0)
                y++;
        }
    }
    return j + k + y;
}
