// A mergeable task shares `x` and is not waited for.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x) mergeable priority(1)
        x++;  //~ RACE
        x++;  //~ RACE
    }
    return x;
}
