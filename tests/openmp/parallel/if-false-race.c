// The condition of `if` is true: the region has several threads.
int main(void)
{
    int x = 0;
#pragma omp parallel if (parallel : 1)
    x++;  //~ RACE
    return x;
}
