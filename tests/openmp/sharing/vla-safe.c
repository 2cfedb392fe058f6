// A firstprivate array of variable length: each thread has a copy.
int main(int argc, char **argv)
{
    int n = argc + 2;
    int v[n];
    v[0] = 0;
#pragma omp parallel firstprivate(v)
    v[0]++;
    (void)argv;
    return 0;
}
