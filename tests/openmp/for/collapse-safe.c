// Only the outer loop is shared: iterations with the same `i` are of one thread.
int main(void)
{
    int sum[3] = { 0 };
#pragma omp parallel for collapse(1)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum[i] += j;
    return sum[0];
}
