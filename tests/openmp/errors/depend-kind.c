// A kind of dependence that does not exist.
int main(void)
{
    int x = 0;
#pragma omp task depend(inn : x)  //~ ERROR inn
    x = 1;
    return x;
}
