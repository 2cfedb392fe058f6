// The creator reads what its task writes.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x)
        x = 1;  //~ RACE
        y = x;  //~ RACE
    }
    return y;
}
