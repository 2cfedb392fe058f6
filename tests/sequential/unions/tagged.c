#include <stdio.h>
#include <string.h>

enum kind { NUMBER, TEXT, PAIR };
struct value {
    enum kind kind;
    union {
        long number;
        char text[12];
        struct { const struct value *left, *right; } pair;
    } as;
};

static int show(const struct value *v) {
    switch (v->kind) {
    case NUMBER: return printf("%ld", v->as.number);
    case TEXT: return printf("'%s'", v->as.text);
    case PAIR: {
        int n = printf("(");
        n += show(v->as.pair.left);
        n += printf(" . ");
        n += show(v->as.pair.right);
        return n + printf(")");
    }
    }
    return -1;
}

int main(void) {
    struct value one = {NUMBER, {1}}, word = {TEXT, {.text = "word"}};
    struct value inner = {PAIR, .as.pair = {&one, &word}};
    struct value outer = {.kind = PAIR, .as = {.pair = {.right = &inner, .left = &word}}};
    int n = show(&outer);
    printf("\n%zu\n", sizeof(struct value));
    word.kind = NUMBER;
    word.as.number = -9;
    n += show(&outer);
    printf("\n");
    return n;
}
