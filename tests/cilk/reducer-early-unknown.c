/* The value of a reducer is used before the sync: what it is then is up to the schedule. */
#include <cilk/cilk.h>
static void zero(void *view) { *(int *)view = 0; }
static void plus(void *left, void *right) { *(int *)left += *(int *)right; }
static int cilk_reducer(zero, plus) sum = 1;
static int x;
static void add(void) {
  x = 1;
  sum += 2;
}
int main(void) {
  cilk_spawn add();
  if (sum == 0) x = 2;
  cilk_sync;
  return 0;
}
