// A shared array of variable length.
int main(int argc, char **argv)
{
    int n = argc + 2;
    int v[n];
    v[0] = 0;
#pragma omp parallel shared(v)
    v[0]++;  //~ RACE
    (void)argv;
    return 0;
}
