#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, DEC, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&halt};
    int stack[16], *sp = stack;
    const int *pc = code;
#define NEXT goto *labels[*pc++]
    NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--, sp[-1] += sp[0]; NEXT;
mul: sp--, sp[-1] *= sp[0]; NEXT;
dup: *sp = sp[-1], sp++; NEXT;
dec: sp[-1]--; NEXT;
jnz:
    if (sp[-1]) pc = code + *pc;
    else pc++;
    NEXT;
halt: return stack[0];
}

static int choose(int i) {
    void *where = i == 0 ? &&zero : i == 1 ? &&one : &&many;
    goto *where;
zero: return 100;
one: return 101;
many: return 200;
}

int main(void) {
    int square[] = {PUSH, 7, DUP, MUL, PUSH, 3, ADD, HALT};
    printf("%d\n", run(square));
    int loop[] = {PUSH, 5, DEC, JNZ, 2, PUSH, 9, ADD, HALT};
    printf("%d\n", run(loop));
    printf("%d %d %d\n", choose(0), choose(1), choose(2));
    return run(square);
}
