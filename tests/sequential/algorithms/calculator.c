#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int errors;
static double expression(void);

static void skip(void) { while (isspace((unsigned char)*at)) at++; }
static int accept(char c) {
    skip();
    return *at == c ? at++, 1 : 0;
}
static double primary(void) {
    skip();
    if (accept('(')) {
        double v = expression();
        if (!accept(')')) errors++;
        return v;
    }
    if (accept('-')) return -primary();
    char *end;
    double v = strtod(at, &end);
    if (end == at) errors++;
    at = end;
    return v;
}
static double power(void) {
    double base = primary();
    if (!accept('^')) return base;
    int n = (int)power();
    double r = 1;
    while (n-- > 0) r *= base;
    return r;
}
static double term(void) {
    double v = power();
    for (;;)
        if (accept('*')) v *= power();
        else if (accept('/')) {
            double d = power();
            if (d == 0) errors++; else v /= d;
        } else return v;
}
static double expression(void) {
    double v = term();
    for (;;)
        if (accept('+')) v += term();
        else if (accept('-')) v -= term();
        else return v;
}

int main(void) {
    const char *lines[] = {"1 + 2 * 3", "(1+2)*3", "2^3^2", "-4 - -5", "10 / 4 / 5", "7 +", "(1", "1/0", " 1.5e1*2 "};
    int bad = 0;
    for (int i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = lines[i];
        errors = 0;
        double v = expression();
        skip();
        if (*at || errors) bad++, printf("%s: error\n", lines[i]);
        else printf("%s = %g\n", lines[i], v);
    }
    return bad;
}
