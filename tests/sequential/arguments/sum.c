// args: 1.5 2 -0.25 1e1
// stdin: 4 5
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    double sum = 0;
    while (--argc) sum += strtod(*++argv, NULL);
    printf("%.3f\n", sum);
    int a, b;
    if (scanf("%d%d", &a, &b) != 2) return 1;
    printf("%d\n", a * b);
    return (int)(sum * 4) + a;
}
