#include <stdint.h>
#include <stdio.h>

enum op { LOAD, ADD, SUB, JUMP, BRANCH, PRINT, STOP };
struct instruction { uint8_t op : 4, dst : 4; uint8_t a : 4, b : 4; int16_t imm; };
#define I(o, d, x, y, i) {.op = o, .dst = d, .a = x, .b = y, .imm = i}

static int run(const struct instruction *code) {
    int32_t r[16] = {0};
    int steps = 0;
    for (const struct instruction *pc = code;; pc++, steps++) {
        switch ((enum op)pc->op) {
        case LOAD: r[pc->dst] = pc->imm; break;
        case ADD: r[pc->dst] = r[pc->a] + r[pc->b]; break;
        case SUB: r[pc->dst] = r[pc->a] - r[pc->b]; break;
        case JUMP: pc += pc->imm - 1; break;
        case BRANCH: if (r[pc->a] < r[pc->b]) pc += pc->imm - 1; break;
        case PRINT: printf("r%d = %d\n", pc->a, r[pc->a]); break;
        case STOP: return steps;
        }
    }
}

int main(void) {
    static const struct instruction program[] = {
        I(LOAD, 1, 0, 0, 10), I(LOAD, 2, 0, 0, 1), I(LOAD, 3, 0, 0, 0), I(LOAD, 4, 0, 0, 0),
        I(ADD, 3, 3, 4, 0), I(ADD, 4, 4, 2, 0), I(BRANCH, 0, 4, 1, -2),
        I(PRINT, 0, 3, 0, 0), I(LOAD, 15, 0, 0, -300), I(PRINT, 0, 15, 0, 0), I(STOP, 0, 0, 0, 0),
    };
    printf("%zu\n", sizeof(struct instruction));
    return run(program);
}
