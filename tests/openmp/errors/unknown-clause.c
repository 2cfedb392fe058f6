// A clause that does not exist.
int main(void)
{
    int x = 0;
#pragma omp parallel privat(x)  //~ ERROR privat
    x = 1;
    return x;
}
