/* Without the sync, a tree of 511 tasks and two of 7: each builds its node and has two tasks build what is below. */
#include <cilk/cilk.h>
static int item[1024], check[1024];
static void build(int node, int depth) {
  item[node] = node;
  if (depth > 0) {
    cilk_spawn build(2 * node, depth - 1);
    cilk_spawn build(2 * node + 1, depth - 1);

    check[node] = item[node] + check[2 * node] - check[2 * node + 1];
  } else
    check[node] = item[node];
}
int main(void) {
  cilk_scope { cilk_spawn build(1, 8); }
  for (int i = 0; i < 2; i++)
    cilk_scope { cilk_spawn build(1, 2); }
  return 0;
}
