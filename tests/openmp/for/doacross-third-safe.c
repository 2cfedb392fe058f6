// The last iteration waits for all others, one by one.
int main(void)
{
    int a[64] = { 0 }, x = 0, y = 0;
#pragma omp parallel for ordered(1) reduction(+ : y)
    for (int i = 0; i < 40; i++) {
        if (i < 39)
            y += x;
#pragma omp ordered depend(sink : i - 1)
        if (i == 39)
            x = 1;
        a[i] = i;
#pragma omp ordered depend(source)
    }
    return a[1] + y;
}
