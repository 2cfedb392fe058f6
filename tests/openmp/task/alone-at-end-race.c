// Nobody waits for the task, which may come after the last statement.
int main(void)
{
    static int last, x;
#pragma omp task shared(last)
    if (last) {
#pragma omp parallel num_threads(2)
        x++;  //~ RACE
    }
    last = 1;
    return 0;
}
