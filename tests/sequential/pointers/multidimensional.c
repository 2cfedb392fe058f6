#include <stdio.h>

static int total(int (*m)[4], int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int *p = m[i]; p < m[i] + 4; p++) s += *p;
    return s;
}

int main(void) {
    int m[3][4], cube[2][3][4];
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = i;
    for (int i = 0; i < 24; i++) cube[i / 12][i / 4 % 3][i % 4] = i * 2;
    printf("%zu %zu %zu\n", sizeof m, sizeof m[0], sizeof m[0][0]);
    printf("%d %d %d\n", m[2][1], *(*(m + 2) + 1), (*(m + 2))[1]);
    printf("%td %td\n", &m[2] - &m[0], &m[2][0] - &m[0][0]);
    printf("%d %d\n", total(m, 3), total(cube[1], 3));
    int(*row)[4] = m;
    row++;
    printf("%d %d\n", (*row)[3], row[1][0]);
    int(*plane)[3][4] = &cube[1];
    printf("%d %zu\n", (*plane)[2][3], sizeof *plane);
    int *rows[3] = {m[2], m[0], m[1]};
    printf("%d %d\n", rows[0][0], rows[2][3]);
    int **pp = rows;
    printf("%d\n", pp[1][2]);
    char names[2][3][8] = {{"ab", "cd", "ef"}, {"gh", "ij", "kl"}};
    printf("%s %c %zu\n", names[1][2], names[0][1][1], sizeof names[0]);
    void *whole = &m;
    printf("%d\n", whole == (void *)m && whole == (void *)m[0] && whole == (void *)&m[0][0]);
    return cube[1][2][3];
}
