#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer { size_t length; char data[]; };
struct old { int n; short tail[0]; };
struct pad { int a; char b; char rest[]; };
static struct buffer fixed = {3, "xyz"};

static struct buffer *make(const char *s) {
    size_t n = strlen(s);
    struct buffer *b = malloc(sizeof *b + n + 1);
    b->length = n;
    memcpy(b->data, s, n + 1);
    return b;
}

int main(void) {
    printf("%zu %zu\n", sizeof(struct buffer), offsetof(struct buffer, data));
    printf("%zu %zu\n", sizeof(struct old), offsetof(struct old, tail));
    printf("%zu %zu\n", sizeof(struct pad), offsetof(struct pad, rest));
    struct buffer *b = make("flexible");
    printf("%zu %s\n", b->length, b->data);
    b = realloc(b, sizeof *b + 20);
    strcat(b->data, " array");
    printf("%s\n", b->data);
    struct old *o = malloc(sizeof *o + 4 * sizeof(short));
    o->n = 4;
    int sum = 0;
    for (int i = 0; i < o->n; i++) o->tail[i] = i * i;
    for (int i = 0; i < o->n; i++) sum += o->tail[i];
    printf("%d %zu\n", sum, sizeof o->tail);
    printf("%zu %c%c%c\n", fixed.length, fixed.data[0], fixed.data[1], fixed.data[2]);
    free(b);
    free(o);
    return sum;
}
