// A loop over pointers whose iterations overlap.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int *p = a; p < a + 8; p++)
        p[0] = p[1];  //~ RACE
    return a[0];
}
