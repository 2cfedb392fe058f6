// Elements that are not in the section are shared.
int main(void)
{
    int a[8] = {0};
#pragma omp parallel for reduction(+ : a[0:4]) num_threads(2)
    for (int i = 0; i < 8; i++)
        a[i % 5] += i;  //~ RACE
    return a[3];
}
