/* The variable takes the result of a task that may end after it. */
#include <cilk/cilk.h>
static int same(int n) { return n; }
int main(void) {
  {
    int n = cilk_spawn same(1);
  }
  {
    int m = 2;
    m++;
  }
  cilk_sync;
  return 0;
}
