// The priority of a task is a value that was written before.
int level, x[4];

int main(void)
{
    level = 1;
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        if (i > 0) {
#pragma omp task firstprivate(i) priority(level)
            x[i] = i;
        }
    }
    return x[1];
}
