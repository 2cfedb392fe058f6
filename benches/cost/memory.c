// An array of 10^7 ints, every one written: what does a byte of the program cost?
#include <stdio.h>

#define N 10000000

static int cells[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        cells[i] = i;
    printf("%d\n", cells[N - 1]);
    return 0;
}
