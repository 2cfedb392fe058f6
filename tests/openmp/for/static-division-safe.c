// Five iterations are never three for one of four threads.
int x;

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        int count = 0;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 5; i++)
            count++;
        if (count == 3)
            x = count;
    }
    return x;
}
