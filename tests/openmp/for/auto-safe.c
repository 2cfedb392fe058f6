// Different elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel for schedule(auto)
    for (int i = 0; i < 8; i++)
        a[7 - i] = i;
    return a[0];
}
