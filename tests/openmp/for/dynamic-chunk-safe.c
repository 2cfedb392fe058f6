// A chunk of eight holds all iterations.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < 8; i++)
        a[i + 1] = a[i];
    return a[0];
}
