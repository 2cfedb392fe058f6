// A worksharing loop in a function: its `sum` is a global, shared variable.
static int sum;

static void add(const int *a, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        sum += a[i];  //~ RACE
}

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
#pragma omp parallel
    add(a, 4);
    return sum;
}
