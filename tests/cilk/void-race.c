/* A spawn whose result is thrown away, and one in a function with a `goto`. */
#include <cilk/cilk.h>
static int x;
static int set(void) {
  x = 1;
  return 1;
}
int main(void) {
  (void)cilk_spawn set();
  if (x == 5) goto end;
  x = 2;
end:
  cilk_sync;
  return 0;
}
