#include <stdio.h>
#include <string.h>

static void dump(const void *p, size_t n) {
    for (const unsigned char *b = p; n--; b++) printf("%02x ", *b);
    printf("\n");
}

int main(void) {
    int i = 0x01020304;
    short s = -2;
    long l = 1L << 40;
    float f = 0.15625f;
    double d = -2;
    dump(&i, sizeof i);
    dump(&s, sizeof s);
    dump(&l, sizeof l);
    dump(&f, sizeof f);
    dump(&d, sizeof d);
    ((unsigned char *)&i)[3] = 0xff;
    printf("%d\n", i);
    *((char *)&l + 5) = 2;
    printf("%lx\n", l);
    unsigned char bytes[] = {0, 0, 0x20, 0x41};
    memcpy(&f, bytes, 4);
    printf("%.2f\n", f);
    char text[8] = "abcdefg";
    unsigned u;
    memcpy(&u, text + 1, 4);
    printf("%x\n", u);
    int array[2] = {1, 2};
    unsigned char *p = (unsigned char *)array;
    p[4]++;
    printf("%d\n", array[1]);
    struct { char c; int n; } t;
    memset(&t, 0xab, sizeof t);
    t.n = 1;
    dump(&t.n, 4);
    return p[4] + *(unsigned char *)&s - 200;
}
