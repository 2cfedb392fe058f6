// More tasks than there are places for at a time, most of which are over; nobody waits for the second one of each pair.
static int sum(int n)
{
    int a = 0, b = 0;
    if (n < 2)
        return n;
#pragma omp task shared(a) if (n > 2)
    a = sum(n - 1);
#pragma omp taskwait
#pragma omp task shared(b) if (n > 4)
    b = sum(n - 2);  //~ RACE
    return a + b;  //~ RACE
}

int main(void)
{
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = sum(6);
    return result;
}
