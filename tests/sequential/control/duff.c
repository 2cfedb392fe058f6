#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int enter(int how) {
    int r = 0;
    switch (how) {
        if (0) {
        case 1: r = 10;
        } else {
        case 2: r += 20;
        }
        while (r < 25) {
        case 3: r += 3;
        }
    }
    return r;
}

int main(void) {
    const char *text = "the quick brown fox jumps";
    for (int n = 1; n <= 25; n += 6) {
        char buffer[32] = {0};
        copy(buffer, text, n);
        printf("[%s]\n", buffer);
    }
    printf("%d %d %d %d\n", enter(1), enter(2), enter(3), enter(4));
    return enter(1);
}
