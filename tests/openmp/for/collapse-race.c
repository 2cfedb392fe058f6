// With two loops collapsed, iterations with the same `i` may be of different threads.
int main(void)
{
    int sum[3] = { 0 };
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum[i] += j;  //~ RACE
    return sum[0];
}
