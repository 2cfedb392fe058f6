// Five iterations may be two, two, one and none for four threads: two of them have two.
int x;

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        int count = 0;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 5; i++)
            count++;
        if (count == 2)
            x = count;  //~ RACE
    }
    return x;
}
