// A directive that does not exist.
int main(void)
{
    int x = 0;
#pragma omp paralel  //~ ERROR paralel
    x = 1;
    return x;
}
