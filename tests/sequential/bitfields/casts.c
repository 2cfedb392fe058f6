// A cast of a bit-field to its declared type is a value of that type, however narrow the field.
#include <stdio.h>

struct fields {
    unsigned long word : 32;
    unsigned long long few : 20;
    unsigned long many : 40;
    long negative : 20;
};

int main(void) {
    struct fields s = { 0x12345678, 0xfffff, 0x9912345678, -5 };
    printf("%lx\n", (unsigned long)s.word << 16);
    printf("%llx\n", (unsigned long long)s.few << 30);
    printf("%lx\n", (unsigned long)s.many << 24);
    printf("%ld\n", (long)s.negative * 0x100000000);
    printf("%lx\n", (unsigned long)s.word * 0x10000);
    printf("%d\n", (unsigned long)s.word - 0x20000000 > 0xffffffffUL);
    printf("%d\n", s.word - 0x20000000 > 0xffffffffUL);
    printf("%d\n", (int)sizeof((unsigned long)s.word));
    return 0;
}
