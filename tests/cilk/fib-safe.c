#include <cilk/cilk.h>
#include <stdio.h>
static int fib(int n) {
  if (n < 2) return n;
  int x = cilk_spawn fib(n - 1);
  int y = fib(n - 2);
  cilk_sync;
  return x + y;
}
int a[20];
static void set(int *p, int v) { *p = v; }
int main(void) {
  printf("%d\n", fib(7));
  cilk_for (int i = 0; i < 20; i++) a[i] = i * i;
  cilk_scope { cilk_spawn set(&a[0], 1); set(&a[1], 2); }
  printf("%d %d %d\n", a[0], a[1], a[19]);
  return 0;
}
