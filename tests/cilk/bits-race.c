/* Bit-fields beside each other are one memory location. */
#include <cilk/cilk.h>
static struct {
  unsigned a : 4, b : 4;
} t;
static int one(void) { return 1; }
int main(void) {
  t.a = cilk_spawn one();
  t.b = 3;
  cilk_sync;
  return 0;
}
