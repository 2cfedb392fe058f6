// Two loops with equal static schedules, but the first one may hand its chunks out in any way.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(nonmonotonic : dynamic, 4) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(static, 4)
        for (int i = 0; i < 8; i++)
            b[i] = a[i];  //~ RACE
    }
    return b[0];
}
