// Iterations that touch different elements.
int main(void)
{
    int a[16] = { 0 };
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < 16; i++)
        a[i]++;
    return a[0];
}
