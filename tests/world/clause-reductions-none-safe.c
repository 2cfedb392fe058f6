// Threads take part in a reduction.
//~ lacks: task reductions whose variables nobody else uses before their group ends
static int n;

int main(void)
{
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 16; i++)
        n += i;
    return 0;
}
