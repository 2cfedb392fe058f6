// All elements are in the section.
int main(void)
{
    int a[5] = {0};
#pragma omp parallel for reduction(+ : a[0:5]) num_threads(2)
    for (int i = 0; i < 8; i++)
        a[i % 5] += i;
    return a[3];
}
