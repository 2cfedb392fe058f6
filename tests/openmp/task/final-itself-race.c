// A final task is deferred like any other; only its children are included.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        x = 1;  //~ RACE
        x = 2;  //~ RACE
    }
    return x;
}
