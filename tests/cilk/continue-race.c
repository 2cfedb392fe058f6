/* `continue` ends an iteration, too late here. */
#include <cilk/cilk.h>
static int a[9];
int main(void) {
  cilk_for (int i = 0; i < 8; i++) {
    if (i == 7) continue;
    a[i] = a[i + 1];
  }
  return 0;
}
