// The copy outlives the block that the array is in.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int n = 4;
        int rows[n][n];
        rows[1][2] = 0;
#pragma omp task firstprivate(rows)
        rows[1][2]++;
        rows[1][2]++;
    }
    return 0;
}
