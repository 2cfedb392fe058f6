// Who has done the last iteration has waited for the others to copy; who has not may do those of the next loop.
int main(void)
{
    int j = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        y = 1;  //~ RACE
#pragma omp for linear(j) nowait schedule(dynamic)
        for (int i = 0; i < 2; i++)
            j++;
#pragma omp for nowait schedule(dynamic)
        for (int i = 0; i < 1; i++)
            y++;  //~ RACE
    }
    return j + y;
}
