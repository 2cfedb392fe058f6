/* A task for each place where a pattern of 6 may be in a text of 64; all that find it write the same variable. */
#include <cilk/cilk.h>
enum { TEXT = 64, PATTERN = 6 };
static char text[TEXT], pattern[PATTERN];
static int found;
static void look(int i) {
  int j = 0;
  while (j < PATTERN && text[i + j] == pattern[j])
    j++;
  if (j == PATTERN) found = 1;
}
int main(void) {
  for (int i = 0; i < TEXT; i++) text[i] = i % 7;
  for (int i = 0; i < PATTERN; i++) pattern[i] = i % 7;
  for (int i = 0; i <= TEXT - PATTERN; i++) cilk_spawn look(i);
  cilk_sync;
  return !found;
}
