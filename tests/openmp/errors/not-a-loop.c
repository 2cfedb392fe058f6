// A loop construct without a loop.
int main(void)
{
    int x = 0;
#pragma omp parallel for
    x = 1;  //~ ERROR must be followed by a `for` loop
    return x;
}
