// Tasks make tasks with a copy of what they were given; results are counted one at a time.
#include <string.h>

static int count;

static void place(int row, const int *before)
{
    if (row == 3) {
#pragma omp atomic
        count++;
        return;
    }
    for (int column = 0; column < 3; column++) {
#pragma omp task
        {
            int now[3];
            memcpy(now, before, row * sizeof(int));
            now[row] = column;
            place(row + 1, now);
        }
    }
#pragma omp taskwait
}

int main(void)
{
    int start[3];
#pragma omp parallel
#pragma omp single
    place(0, start);
    return count;
}
