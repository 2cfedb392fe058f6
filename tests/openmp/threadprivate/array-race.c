// The array is shared, and every thread writes its first element.
static int a[4];

int main(void)
{
#pragma omp parallel
    for (int i = 0; i < 1; i++)
        a[i] = i;  //~ RACE
    return 0;
}
