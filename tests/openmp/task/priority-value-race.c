// The priority of a task is a value that another thread writes.
int level, x[4];

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        if (i == 0)
            level = 1;  //~ RACE
        else {
#pragma omp task firstprivate(i) priority(level)  //~ RACE
            x[i] = i;
        }
    }
    return x[1];
}
