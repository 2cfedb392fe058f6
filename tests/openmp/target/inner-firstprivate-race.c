// One of the two is shared by the loop, and an array is mapped then.
int main(void)
{
    int x[2] = {1}, y = 1, a[4];
#pragma omp target parallel for shared(x) firstprivate(y) nowait
    for (int i = 0; i < 4; i++)
        a[i] = x[0] + y;  //~ RACE
    x[0] = y = 2;  //~ RACE
#pragma omp taskwait
    return a[0];
}
