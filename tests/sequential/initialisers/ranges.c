#include <stdio.h>

struct cell { char c; short n; };
static const int class_of[128] = {[0 ... 127] = -1, ['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 2, ['_'] = 3};
static int grid[3][4] = {[0 ... 1] = {[1 ... 2] = 7}, [2] = {1, [3] = 9}};
static struct cell cells[] = {[0 ... 2] = {'x', 5}, [1].n = 6, [3 ... 4] = {.c = 'y'}};

int main(void) {
    const char *s = "aZ_9 -";
    for (; *s; s++) printf("%d ", class_of[(int)*s]);
    printf("\n");
    for (int i = 0; i < 3; i++, printf("\n"))
        for (int j = 0; j < 4; j++) printf("%d ", grid[i][j]);
    for (int i = 0; i < sizeof cells / sizeof *cells; i++) printf("%c%d ", cells[i].c, cells[i].n);
    printf("\n");
    int local[] = {[2 ... 4] = 3, 8};
    int sum = 0;
    for (int i = 0; i < sizeof local / sizeof local[0]; i++) sum = sum * 2 + local[i];
    printf("%zu %d\n", sizeof local / sizeof local[0], sum);
    return sum;
}
