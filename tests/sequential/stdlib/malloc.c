#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(5 * sizeof *a);
    for (int i = 0; i < 5; i++) a[i] = i;
    a = realloc(a, 10 * sizeof *a);
    for (int i = 5; i < 10; i++) a[i] = a[i - 5] + 10;
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += a[i];
    printf("%d\n", sum);
    a = realloc(a, 2 * sizeof *a);
    printf("%d %d\n", a[0], a[1]);
    char *z = calloc(4, 8);
    int zeros = 0;
    for (int i = 0; i < 32; i++) zeros += z[i] == 0;
    printf("%d\n", zeros);
    void *al = aligned_alloc(64, 128);
    printf("%d\n", (uintptr_t)al % 64 == 0);
    char *fresh = realloc(NULL, 8);
    strcpy(fresh, "fresh");
    printf("%s\n", fresh);
    void *pm = NULL;
    int failed = posix_memalign(&pm, 32, 10);
    printf("%d %d\n", failed, (uintptr_t)pm % 32 == 0);
    char **rows = malloc(3 * sizeof *rows);
    for (int i = 0; i < 3; i++) {
        rows[i] = malloc(i + 2);
        memset(rows[i], 'a' + i, i + 1);
        rows[i][i + 1] = 0;
    }
    for (int i = 0; i < 3; i++) printf("%s ", rows[i]), free(rows[i]);
    printf("\n");
    int *ra = reallocarray(NULL, 3, sizeof(int));
    ra[2] = 9;
    int r = ra[2] + sum;
    free(ra), free(rows), free(pm), free(fresh), free(al), free(z), free(a);
    return r;
}
