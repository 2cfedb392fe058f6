// The same where a thread of a team makes the target task.
int main(void)
{
    double d[8];
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp target teams distribute parallel for nowait
        for (int i = 0; i < 8; i++)
            d[i / 2] = i;  //~ RACE
    }
    return 0;
}
