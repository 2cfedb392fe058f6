/* The result of a spawned call goes to a bit-field and leaves what is beside it alone. */
#include <assert.h>
#include <cilk/cilk.h>
static struct {
  unsigned low : 8;
  unsigned char next[3];
} s;
static struct {
  unsigned a : 4, b : 4;
} t;
static int one(void) { return 1; }
int main(void) {
  t.b = 3;
  t.a = cilk_spawn one();
  s.low = cilk_spawn one();
  s.next[0] = 2;
  cilk_sync;
  assert(t.a == 1 && t.b == 3 && s.low == 1 && s.next[0] == 2);
  return 0;
}
