// The tasks of different iterations write their neighbour's element.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            a[i] = a[i + 1];  //~ RACE
        }
    }
    return a[0];
}
