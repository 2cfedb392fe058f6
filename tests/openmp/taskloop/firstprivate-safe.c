// `t` is private to each task.
int main(void)
{
    int t = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop private(t)
    for (int i = 0; i < 4; i++) {
        t = i;
        (void)&t;
    }
    return 0;
}
