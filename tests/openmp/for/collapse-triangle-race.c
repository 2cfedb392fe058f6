// Iterations with the same sum share an element.
static int a[10];

int main(void)
{
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++)
            a[i + j] = 1;  //~ RACE
    return a[0];
}
