// Whoever does an iteration, it is the only one with its element.
//~ lacks: static loops divided
int a[8];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 7; i++)
            a[i] = i;
    }
    return a[1];
}
