/* A task uses a variable whose life may end before: not a race, but undefined. */
#include <cilk/cilk.h>
static void set(int *p) { *p = 1; }
int main(void) {
  {
    int local;
    cilk_spawn set(&local);
  }
  cilk_sync;
  return 0;
}
