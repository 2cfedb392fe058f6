// The threads of the target task share the task's copy.
int main(void)
{
    int x = 1, a[4];
#pragma omp target parallel for shared(x) nowait
    for (int i = 0; i < 4; i++)
        a[i] = x;
    x = 2;
#pragma omp taskwait
    return a[0];
}
