// Two tasks: the iterations of one task are in order, those of the two tasks are not.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
