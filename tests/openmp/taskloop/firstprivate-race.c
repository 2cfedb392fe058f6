// `t` is shared by the tasks.
int main(void)
{
    int t = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop shared(t)
    for (int i = 0; i < 4; i++) {
        t = i;  //~ RACE
        (void)&t;
    }
    return 0;
}
