// stdin: 12+345*6-7
#include <stdio.h>
#include <ctype.h>

static int peek(void) {
    int c = getc(stdin);
    ungetc(c, stdin);
    return c;
}
static int number(void) {
    int n = 0;
    while (isdigit(peek())) n = n * 10 + getchar() - '0';
    return n;
}
static int product(void) {
    int p = number();
    while (peek() == '*') getchar(), p *= number();
    return p;
}

int main(void) {
    int s = product();
    while (peek() == '+' || peek() == '-') {
        int op = fgetc(stdin);
        int p = product();
        s = op == '+' ? s + p : s - p;
    }
    printf("%d %d\n", s, peek() == '\n');
    return s % 100;
}
