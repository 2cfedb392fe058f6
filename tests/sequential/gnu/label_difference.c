// Jump tables of label differences, as position independent interpreters use them.
#include <stdio.h>

static int relative(int i) {
    static const int offsets[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + offsets[i]);
a: return 1;
b: return 2;
c: return 3;
}

int main(void) {
    printf("%d %d %d\n", relative(0), relative(1), relative(2));
    return relative(2) * 10;
}
