// An iteration reads what it writes itself.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = a[i] + 1;
    return a[0];
}
