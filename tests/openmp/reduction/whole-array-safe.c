// A reduction of a whole array.
int main(void)
{
    int a[2] = { 0, 0 };
#pragma omp parallel for reduction(+ : a)
    for (int i = 0; i < 4; i++)
        a[i % 2] += i;
    return a[0];
}
