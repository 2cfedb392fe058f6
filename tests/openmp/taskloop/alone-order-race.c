// The tasks of a loop come in any order, though there is one thread.
int main(void)
{
    int last = 0, x = 0;
#pragma omp taskloop shared(last) grainsize(1)
    for (int i = 1; i < 3; i++)
        last = i;
#pragma omp parallel num_threads(2)
    if (last == 1)
        x = 1;  //~ RACE
    return x;
}
