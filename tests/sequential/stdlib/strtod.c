#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s) {
    char *end;
    double d = strtod(s, &end);
    printf("%.10g '%s'\n", d, end);
}

int main(void) {
    show("3.14");
    show("  -2.5e3xyz");
    show(".5.5");
    show("1e");
    show("1e+");
    show("0x1.8p1");
    show("inf");
    show("-infinity!");
    show("+7");
    show(".");
    show("abc");
    show("1e-2");
    show("123456789012345678901234567890");
    show("0.1e1 2");
    printf("%d\n", isnan(strtod("nan", NULL)));
    errno = 0;
    double big = strtod("1e400", NULL);
    printf("%d %d\n", isinf(big), errno == ERANGE);
    printf("%.3f %.3f %.3f\n", atof("2.5"), atof("x"), atof(" 1e2 "));
    printf("%.7g\n", strtof("0.1", NULL));
    printf("%.3Lf\n", strtold("2.25", NULL));
    printf("%d\n", strtod("0.1", NULL) == 0.1);
    return (int)atof("77.7");
}
