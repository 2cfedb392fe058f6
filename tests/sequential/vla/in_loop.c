// A VLA is made anew, with a new size, each time its declaration is reached.
#include <stdio.h>

int main(void) {
    int total = 0;
    for (int i = 1; i <= 6; i++) {
        char v[i * 2];
        total += sizeof v;
        for (int j = 0; j < i * 2; j++) v[j] = j;
        total += v[i];
        if (i == 3) continue;
        int w[i];
        w[i - 1] = i;
        total += w[i - 1];
        if (i == 5) break;
    }
    printf("%d\n", total);
    int n = 0;
again:;
    long big[++n];
    big[n - 1] = n;
    total += big[n - 1] * sizeof big;
    if (n < 4) goto again;
    printf("%d\n", total);
    int k = 3;
    {
        short s[k++];
        printf("%zu %d\n", sizeof s, k);
        {
            short t[k++];
            printf("%zu %zu %d\n", sizeof s, sizeof t, k);
        }
    }
    return total % 100;
}
