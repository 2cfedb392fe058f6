// The variable is shared: a write after the barrier races with those of the others.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        x = 7;
        x = x + 1;  //~ RACE
        (void)&x;
    }
    return 0;
}
