// Iterations two apart; each writes two elements.
int main(void)
{
    int a[10] = { 0 };
#pragma omp parallel for
    for (int i = 8; i > 0; i -= 2)
        for (int k = 0; k < 2; k++)
            a[i - k] = k;
    return a[0];
}
