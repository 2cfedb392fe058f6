// The threads of the target task share the variable, which is mapped.
int main(void)
{
    int x = 1, a[4];
#pragma omp target parallel for shared(x) map(tofrom : x) nowait  //~ RACE
    for (int i = 0; i < 4; i++)
        a[i] = x;  //~ RACE
    x = 2;  //~ RACE
#pragma omp taskwait
    return a[0];
}
