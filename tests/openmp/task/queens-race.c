// The tasks of the first and the second column count in one place.
#include <alloca.h>
#include <string.h>

enum { SIZE = 4 };

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
                place(row + 1, next, &found[i ? i : 1]);
        }
    }
#pragma omp taskwait
    *solutions = 0;  //~ RACE
    for (int i = 0; i < SIZE; i++)
        *solutions += found[i];  //~ RACE
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
