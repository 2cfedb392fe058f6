// The threads share the iterations of a loop that binds to their team.
int a[4];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp loop bind(parallel)
        for (int i = 0; i < 4; i++)
            a[i] = i;
    }
    return a[0];
}
