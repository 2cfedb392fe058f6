// The last iteration waits for the first ones and not for the one before it, which reads as they do.
int main(void)
{
    int a[64] = { 0 }, x = 0, y = 0;
#pragma omp parallel for ordered(1) reduction(+ : y)
    for (int i = 0; i < 40; i++) {
        if (i < 39)
            y += x;  //~ RACE
#pragma omp ordered depend(sink : i - 2)
        if (i == 39)
            x = 1;  //~ RACE
        a[i] = i;
#pragma omp ordered depend(source)
    }
    return a[1] + y;
}
