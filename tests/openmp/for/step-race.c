// Iterations two apart; each writes three elements.
int main(void)
{
    int a[10] = { 0 };
#pragma omp parallel for
    for (int i = 8; i > 0; i -= 2)
        for (int k = 0; k < 3; k++)
            a[i - k] = k;  //~ RACE
    return a[0];
}
