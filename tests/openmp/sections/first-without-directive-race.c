// The first section needs no directive; it is a section nevertheless.
int main(void)
{
    int a[2];
#pragma omp parallel sections
    {
        a[0] = 1;  //~ RACE
#pragma omp section
        a[0] = 2;  //~ RACE
    }
    return a[0];
}
