#include <stdio.h>

int x = 1;
typedef int T;

static int global(void) { return x; }

int main(void) {
    printf("%d ", x);
    int x = 2;
    printf("%d ", x);
    {
        extern int x;
        printf("%d ", x);
        x = 10;
        {
            int x = 4;
            printf("%d ", x);
        }
    }
    printf("%d %d\n", x, global());
    for (int x = 0; x < 2; x++) {
        int x = 7;
        printf("%d ", x++);
    }
    T T = 3;
    printf("%d %zu\n", T, sizeof(T));
    struct x { int x; } y = {x};
    goto x;
x:
    printf("%d\n", y.x);
    enum { A = 1, B = A + 1 };
    if (sizeof(enum { A = 5 }) && A == 5) printf("inner %d\n", A);
    printf("outer %d\n", A);
    extern int later;
    int total = later;
    {
        int later = 1;
        total += later;
    }
    return total;
}

int later = 40;
