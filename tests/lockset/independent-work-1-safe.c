//~ lockset: 42 states, 1 executions; dpor: 0 states, 1 executions
/* Two threads, each of which makes a list and goes through it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static void *work(void *unused) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  int sum = 0;
  for (struct node *node = list; node; node = node->next) sum += node->value;
  assert(sum == 3);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
