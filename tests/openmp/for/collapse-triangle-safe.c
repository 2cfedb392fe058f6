// Every iteration has an element of its own.
static int a[10];

int main(void)
{
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++)
            a[i * (i + 1) / 2 + j] = 1;
    return a[0];
}
