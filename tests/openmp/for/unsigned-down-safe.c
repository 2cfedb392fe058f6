// A loop that counts down.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (unsigned i = 8; i != 0; i--)
        a[i] = (int)i;
    return a[0];
}
