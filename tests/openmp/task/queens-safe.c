// Each task counts in a place of its own, in memory that the single block and the tasks have on their stacks.
#include <alloca.h>
#include <string.h>

enum { SIZE = 6 };

static int fits(int row, const char *board)
{
    for (int i = 0; i < row; i++) {
        int apart = board[row] - board[i];
        if (apart == 0 || apart == row - i || apart == i - row)
            return 0;
    }
    return 1;
}

static void place(int row, const char *board, int *solutions)
{
    if (row == SIZE) {
        *solutions = 1;
        return;
    }
    int *found = alloca(SIZE * sizeof *found);
    memset(found, 0, SIZE * sizeof *found);
    for (int i = 0; i < SIZE; i++) {
#pragma omp task untied firstprivate(i)
        {
            char *next = alloca(SIZE);
            memcpy(next, board, row);
            next[row] = i;
            if (fits(row, next))
                place(row + 1, next, &found[i]);
        }
    }
#pragma omp taskwait
    *solutions = 0;
    for (int i = 0; i < SIZE; i++)
        *solutions += found[i];
}

int main(void)
{
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
        char *board = alloca(SIZE);
        place(0, board, &total);
    }
    return total;
}
