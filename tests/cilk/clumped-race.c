/* Three tasks access clumps of an array again and again, and one element more. */
#include <assert.h>
#include <cilk/cilk.h>
enum { CLUMP = 20 };
static int a[3 * CLUMP];
int main(void) {
  cilk_for (int t = 0; t < 3; t++)
    for (int round = 0; round < 5; round++)
      for (int i = 0; i <= CLUMP && t * CLUMP + i < 3 * CLUMP; i++) a[t * CLUMP + i] += round;
  assert(a[0] == 10);
  return 0;
}
