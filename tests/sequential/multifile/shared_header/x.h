#pragma once
#define STACK_START 2
#define STACK_MINOR 7
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
struct stack;
extern int stack_made;
extern const char *const stack_version;
struct stack *stack_new(void);
void stack_push(struct stack *s, int v);
int stack_pop(struct stack *s, int *v);
int stack_size(const struct stack *s);
void stack_free(struct stack *s);
