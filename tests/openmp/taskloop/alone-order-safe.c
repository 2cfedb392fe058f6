// One of them is the last.
int main(void)
{
    int last = 0, x = 0;
#pragma omp taskloop shared(last) grainsize(1)
    for (int i = 1; i < 3; i++)
        last = i;
#pragma omp parallel num_threads(2)
    if (last == 0)
        x = 1;
    return x;
}
