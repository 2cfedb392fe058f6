// stdin: 3 10 20 30 word 2.5 x
#include <stdio.h>

int main(void) {
    int n, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        int v;
        if (scanf("%d", &v) != 1) return 2;
        sum += v;
    }
    char word[10], c;
    double d;
    int got = scanf("%9s %lf %c", word, &d, &c);
    printf("%d %d %s %.2f %c\n", n, sum, word, d, c);
    printf("%d\n", got);
    printf("%d\n", scanf("%d", &n) == EOF);
    return sum;
}
