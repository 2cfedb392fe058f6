/* A parallel loop over the items of a list. */
#include <cilk/cilk.h>
struct item { int value, square; struct item *next; };
static struct item items[2] = {{5, 0, &items[1]}, {5, 0, 0}};
int main(void) {
  struct item *list[2] = {items, items->next};
  cilk_for (int i = 0; i < 2; i++)
    list[i]->square = list[i]->value * list[i]->value;
  return items[0].square + items[1].square != 50;
}
