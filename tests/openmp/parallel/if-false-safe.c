// The condition of `if` is false: the region has one thread.
int main(void)
{
    int x = 0;
#pragma omp parallel if (parallel : 0)
    x++;
    return x;
}
