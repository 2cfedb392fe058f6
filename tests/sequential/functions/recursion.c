#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static unsigned ackermann(unsigned m, unsigned n) {
    if (!m) return n + 1;
    if (!n) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int hanoi(int n, char from, char to, char via) {
    if (!n) return 0;
    int moves = hanoi(n - 1, from, via, to);
    if (n == 3) printf("%c->%c ", from, to);
    return moves + 1 + hanoi(n - 1, via, to, from);
}
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static void digits(unsigned n) {
    if (n >= 10) digits(n / 10);
    putchar('0' + n % 10);
}
static int depth(int n, int *outer) {
    int here = n;
    if (n == 0) return *outer;
    return depth(n - 1, &here) + (here == n);
}
static int hofstadter_m(int n);
static int hofstadter_f(int n) { return n ? n - hofstadter_m(hofstadter_f(n - 1)) : 1; }
static int hofstadter_m(int n) { return n ? n - hofstadter_f(hofstadter_m(n - 1)) : 0; }

int main(void) {
    printf("%d %u %d %d\n", fib(17), ackermann(2, 5), even(100), odd(7));
    printf("%d\n", hanoi(5, 'A', 'C', 'B'));
    digits(90210);
    printf(" %d %d\n", gcd(1071, 462), depth(50, &(int){0}));
    printf("%d %d\n", hofstadter_f(20), hofstadter_m(20));
    return gcd(fib(12), fib(18)) + depth(100, NULL);
}
