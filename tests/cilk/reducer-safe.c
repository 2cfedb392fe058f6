/* Sums of a reducer: every strand has a view of its own until the sync. */
#include <assert.h>
#include <cilk/cilk.h>

static void zero(void *view) { *(int *)view = 0; }
static void plus(void *left, void *right) { *(int *)left += *(int *)right; }

int cilk_reducer(zero, plus) total = 100;

static void visit(int from, int to)
{
  if (to - from == 1) {
    total += from;
    return;
  }
  int middle = (from + to) / 2;
  cilk_spawn visit(from, middle);
  visit(middle, to);
  cilk_sync;
}

int main(void)
{
  int cilk_reducer(zero, plus) even = 0;
  cilk_for (int i = 0; i < 20; i++)
    if (i % 2 == 0)
      even++;
  visit(0, 10);
  assert(even == 10);
  assert(total == 145);
  return 0;
}
