// A variable without an attribute although `default(none)` asks for one.
int main(void)
{
    int x = 0;
#pragma omp parallel default(none)
    x = 1;  //~ ERROR `x` has no data-sharing attribute
    return x;
}
