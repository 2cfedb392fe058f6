#include "x.h"
#include <stdlib.h>

struct stack { int *data, used, room; };
int stack_made;
const char *const stack_version = "stack 1." TEXT(STACK_MINOR);

struct stack *stack_new(void) {
    struct stack *s = malloc(sizeof *s);
    *s = (struct stack){malloc(STACK_START * sizeof(int)), 0, STACK_START};
    stack_made++;
    return s;
}
void stack_push(struct stack *s, int v) {
    if (s->used == s->room) s->data = realloc(s->data, (s->room *= 2) * sizeof(int));
    s->data[s->used++] = v;
}
int stack_pop(struct stack *s, int *v) { return s->used ? *v = s->data[--s->used], 1 : 0; }
int stack_size(const struct stack *s) { return s->used; }
void stack_free(struct stack *s) {
    free(s->data);
    free(s);
}
