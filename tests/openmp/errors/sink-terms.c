// A sink names as many coordinates as there are loops.
int main(void)
{
#pragma omp parallel for ordered(1)
    for (int i = 0; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1, i)  //~ ERROR sink
#pragma omp ordered depend(source)
    }
    return 0;
}
