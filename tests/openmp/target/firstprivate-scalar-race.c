// The scalar is mapped, so the threads of the region share it.
int main(void)
{
    int x = 0;
#pragma omp target map(tofrom : x)
#pragma omp parallel num_threads(2)
    x = 1;  //~ RACE
    return x;
}
