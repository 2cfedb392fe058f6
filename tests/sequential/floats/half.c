// Half precision and decimals as bytes: constants, copies, arguments and results.
#include <stdio.h>
#include <string.h>

struct pair { _Float16 a, b; };
static _Float16 table[] = {1.5f16, -2, 65504.0, 65520.0, 1e-8, 6e-8, 0.1, 1.0004883, 1.0014648, 3};

static _Decimal32 d32 = 1234567;
static _Decimal64 d64 = -5;
static _Decimal128 d128;

static _Float16 same(_Float16 x) { return x; }

static unsigned bits(_Float16 x) {
    unsigned short word;
    memcpy(&word, &x, sizeof word);
    return word;
}

int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%04x\n", bits(table[i]));
    struct pair p = {0.5f16, 7}, q = p;
    q.b = same(q.a);
    printf("%04x %04x %04x %zu\n", bits(p.b), bits(q.b), bits(same(9)), sizeof p);
    unsigned char bytes[28];
    d128 = 300;
    memcpy(bytes, &d32, 4), memcpy(bytes + 4, &d64, 8), memcpy(bytes + 12, &d128, 16);
    for (unsigned i = 0; i < sizeof bytes; i++) printf("%02x%s", bytes[i], i % 4 == 3 ? "\n" : "");
    return 0;
}
