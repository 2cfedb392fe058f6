// Without the barrier other threads read while one writes.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp single nowait
        x = 1;  //~ RACE
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
