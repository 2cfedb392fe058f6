// A small stack library behind a header, used from another file.
#include <stdio.h>
#include "x.h"
#include "x.h"

int main(void) {
    struct stack *s = stack_new();
    for (int i = 1; i <= STACK_START * 2 + 1; i++) stack_push(s, i * i);
    printf("%d %d\n", stack_size(s), stack_made);
    int sum = 0, v;
    while (stack_pop(s, &v)) sum += v;
    printf("%d %d\n", sum, stack_size(s));
    stack_free(s);
    printf("%s\n", stack_version);
    return sum;
}
