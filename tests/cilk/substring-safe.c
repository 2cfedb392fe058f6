/* A task for each place where a pattern of 6 may be in a text of 64; what they find is reduced. */
#include <cilk/cilk.h>
enum { TEXT = 64, PATTERN = 6 };
static char text[TEXT], pattern[PATTERN];
static void none(void *view) { *(int *)view = 0; }
static void either(void *left, void *right) { *(int *)left |= *(int *)right; }
static int cilk_reducer(none, either) found;
static void look(int i) {
  int j = 0;
  while (j < PATTERN && text[i + j] == pattern[j])
    j++;
  if (j == PATTERN) found |= 1;
}
int main(void) {
  for (int i = 0; i < TEXT; i++) text[i] = i % 7;
  for (int i = 0; i < PATTERN; i++) pattern[i] = i % 7;
  for (int i = 0; i <= TEXT - PATTERN; i++) cilk_spawn look(i);
  cilk_sync;
  return !found;
}
