// A loop without iterations writes nothing.
int main(void)
{
    int x = 0;
    int n = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x = i;
    return x;
}
