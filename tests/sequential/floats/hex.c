#include <float.h>
#include <stdio.h>

int main(void) {
    double values[] = {1, 0.5, 3.75, 255.9375, 0x1.8p+1, 0x.8p0, 0x1p-3, 0xap0};
    for (int i = 0; i < 8; i++) printf("%a %g\n", values[i], values[i]);
    printf("%a %A\n", 0.1, -0.1);
    printf("%.2a %.0a\n", 1.25, 1.25);
    printf("%20a|%-20a|%+a\n", 1.0, 2.0, 4.0);
    printf("%a\n", 0.0);
    float f = 0x1.fffffep127f;
    printf("%d\n", f == FLT_MAX);
    printf("%d\n", 0x1p-52 == DBL_EPSILON);
    printf("%d\n", 0x1.921fb54442d18p+1 == 3.141592653589793);
    return (int)0x1.9p6;
}
