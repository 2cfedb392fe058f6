/* A million nodes in Cilk: 667 rounds of 500 tasks, each of which goes over its ten cells. */
#include <cilk/cilk.h>
enum { ROUNDS = 667, WIDTH = 500, CELLS = 10 };
static int cell[WIDTH * CELLS], input[WIDTH * CELLS];
int main(void)
{
  for (int round = 0; round < ROUNDS; round++)
    cilk_for (int t = 0; t < WIDTH; t++)
      for (int i = t * CELLS; i < t * CELLS + CELLS; i++)
        cell[i] += input[(i + round) % (WIDTH * CELLS)];
  return 0;
}
