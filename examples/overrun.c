// One step too far: the defect that `raceproof run` shows where the machine's memory would not mind.
#include <stdio.h>

static int squares[4];

static void fill(int *cells, int count)
{
    for (int i = 0; i <= count; i++)
        cells[i] = i * i;
}

int main(void)
{
    fill(squares, 4);
    printf("%d\n", squares[3]);
    return 0;
}
