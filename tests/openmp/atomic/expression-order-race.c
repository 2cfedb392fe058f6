// `x = 2 - x` in two steps.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        x = 2 - x;  //~ RACE
    }
    return x;
}
