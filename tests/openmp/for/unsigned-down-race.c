// A loop that counts down; iterations overlap.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (unsigned i = 8; i != 0; i--)
        a[i] = a[i - 1];  //~ RACE
    return a[0];
}
