// Two iterations write one variable.
int main(void)
{
    int x = 0;
    int n = 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x = i;  //~ RACE
    return x;
}
