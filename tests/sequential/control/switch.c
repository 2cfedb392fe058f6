#include <stdio.h>

static int classify(int c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case '0' ... '9': return 2;
    case -10 ... -1: return 3;
    case ' ':
    case '\t':
    case '\n': return 4;
    default: return 5;
    }
}

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 1: r += 1;
    case 2: r += 10; break;
    default: r += 1000;
    case 3: r += 100;
    }
    return r;
}

static int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 0;
        case 1: break;
        default: return 2;
        }
        return 1;
    case 1:
        for (int i = 0; i < 5; i++) {
            switch (i) {
            case 1: continue;
            case 3: goto out;
            }
            b += i;
        }
    out:
        return b;
    }
    return -1;
}

int main(void) {
    printf("%d %d %d %d %d\n", classify('q'), classify('5'), classify(-3), classify('\t'), classify('Q'));
    printf("%d %d %d %d\n", fall(1), fall(2), fall(3), fall(4));
    printf("%d %d %d %d %d\n", nested(0, 0), nested(0, 1), nested(0, 7), nested(1, 10), nested(5, 5));
    switch (3) { int never = 5; case 3: never = 2; printf("%d\n", never); }
    switch (1) default: printf("single\n");
    switch (0) case 1: printf("none\n");
    unsigned char c = 255;
    switch (c + 1) { case 0: printf("wrapped\n"); break; case 256: printf("promoted\n"); }
    switch (0x100000001LL) { case 1: printf("narrow\n"); break; case 0x100000001LL: printf("wide\n"); }
    return fall(1);
}
